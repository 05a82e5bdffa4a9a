-- A guest who has an account later says that what they played at a game night is theirs, and a host confirms it.

-- +goose Up

ALTER TABLE arrivals ADD COLUMN claimant_id bigint REFERENCES players, -- who says so; a host answers
    ADD CHECK (claimant_id IS NULL OR player_id IS NULL);
CREATE INDEX arrivals_claimant ON arrivals (claimant_id);
