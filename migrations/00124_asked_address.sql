-- An address becomes a player's by the question that was asked last.

-- +goose Up

ALTER TABLE callings ADD COLUMN asked_address text CHECK (char_length(asked_address) <= 254); -- '' where none may be confirmed
