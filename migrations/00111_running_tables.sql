-- The start of the program looks for tables without a seal among those that are not closed, which are few.

-- +goose Up

CREATE INDEX tables_running_idx ON tables (id) WHERE status <> 'closed';
