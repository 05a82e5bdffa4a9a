-- Whether a club tells how often its members miss turns at tables by days.

-- +goose Up

ALTER TABLE clubs ADD COLUMN missed_told boolean NOT NULL DEFAULT true; -- before somebody sits down with them
