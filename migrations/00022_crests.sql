-- A club has a crest.

-- +goose Up

ALTER TABLE clubs ADD COLUMN crest text NOT NULL DEFAULT '' CHECK (char_length(crest) <= 20); -- as part.Crest writes it; empty: nobody has chosen
