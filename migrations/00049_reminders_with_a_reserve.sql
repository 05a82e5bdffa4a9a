-- Tables by days with a reserve have a time for a move, too: without it nobody there was reminded.

-- +goose Up

-- Seconds for a move at a table by days; NULL at others. The expression of a column cannot be changed.
ALTER TABLE tables DROP COLUMN slow_move;
ALTER TABLE tables ADD COLUMN slow_move integer
    GENERATED ALWAYS AS (substring(pace, '^slow (\d{1,9})(?:\+\d+)?$')::integer) STORED;
