-- At a round that goes on, who comes late is seated in and who goes home is seated out.

-- +goose Up

ALTER TABLE draw_tables ADD COLUMN seated smallint NOT NULL DEFAULT 0; -- how often its seats have changed since it opened
