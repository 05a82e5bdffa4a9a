-- Whether the database takes writes.

-- +goose Up

-- A row fills a page, so that each try needs a new one from the disk. None is ever
-- committed.
CREATE TABLE readiness (filler text NOT NULL);
ALTER TABLE readiness ALTER COLUMN filler SET STORAGE PLAIN;
