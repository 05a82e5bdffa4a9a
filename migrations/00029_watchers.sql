-- Players see who watches their table.

-- +goose Up

-- Rows are made for everybody who watches a table, no more for makers of links alone.
ALTER TABLE watches ADD COLUMN here boolean NOT NULL DEFAULT false; -- the players are told that this one watches
ALTER TABLE watches ADD COLUMN changes integer NOT NULL DEFAULT 0;  -- how often this one came or went: a part of the table's position
CREATE INDEX watches_here_idx ON watches (at) WHERE here;
