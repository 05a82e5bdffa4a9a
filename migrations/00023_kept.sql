-- The list of backups says which files are kept.

-- +goose Up

ALTER TABLE backups
    ADD COLUMN name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 255), -- of the file; '' before there was this column
    ADD COLUMN removed boolean NOT NULL DEFAULT false; -- by the command itself, or written over
