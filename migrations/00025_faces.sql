-- A player's face: an emblem and a colour, as part.Face writes them.

-- +goose Up

ALTER TABLE players ADD COLUMN face text NOT NULL DEFAULT '' CHECK (char_length(face) <= 20); -- '': the first letter of the name
