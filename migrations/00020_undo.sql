-- A move can be taken back, if the others agree.

-- +goose Up

ALTER TABLE offers DROP CONSTRAINT offers_kind_check;
ALTER TABLE offers ADD CONSTRAINT offers_kind_check CHECK (kind IN ('rematch', 'end', 'pause', 'resume', 'undo'));
