-- By how much each program's own clock differs from the database's, for the state of the house.

-- +goose Up
ALTER TABLE instances ADD COLUMN ahead interval NOT NULL DEFAULT '0';
