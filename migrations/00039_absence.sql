-- How many days a match waits for players who are gone, and an offer to wait for one of them.

-- +goose Up
ALTER TABLE clubs ADD COLUMN absence_days smallint NOT NULL DEFAULT 7 CHECK (absence_days BETWEEN 1 AND 60);

ALTER TABLE offers DROP CONSTRAINT offers_kind_check;
ALTER TABLE offers ADD CONSTRAINT offers_kind_check CHECK (kind IN ('rematch', 'end', 'pause', 'wait', 'resume', 'undo'));
