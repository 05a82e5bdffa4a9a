-- A table's host may close it to those who only watch.

-- +goose Up

ALTER TABLE tables ADD COLUMN watchable boolean NOT NULL DEFAULT true;
