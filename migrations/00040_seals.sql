-- The secret of a match is drawn and committed to before anybody sits down, and each seat adds to its deals.

-- +goose Up

-- The secrets of matches to come. A match takes its row with it.
CREATE TABLE seals (
    match_id        bigint PRIMARY KEY,                -- the number that the match will have, which the commitment names
    player_id       bigint UNIQUE REFERENCES players,  -- who will open a table with it
    table_id        bigint UNIQUE REFERENCES tables,   -- or the table at which it is the next match
    shuffle_version text NOT NULL,
    seed            bytea NOT NULL CHECK (octet_length(seed) = 32),
    commitment      text NOT NULL,
    made_at         timestamptz NOT NULL DEFAULT now(),
    CHECK (num_nonnulls(player_id, table_id) = 1)
);
CREATE TRIGGER seals_stay BEFORE UPDATE ON seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE matches ADD COLUMN sealed_at timestamptz; -- when its secret was committed to; NULL: with the row, before there were seals

-- What a player adds to the next deal by sitting down, or by agreeing to a rematch.
ALTER TABLE seats
    ADD COLUMN contribution     text CHECK (char_length(contribution) <= 64 AND contribution !~ '[\n\r]'),
    ADD COLUMN contribution_how text CHECK (contribution_how IN ('word', 'browser', 'form')),
    ADD COLUMN contribution_at  timestamptz;

-- What each seat has added to a match. NULL: by shuffle-v1, where nobody adds anything.
ALTER TABLE match_seats
    ADD COLUMN contribution     text CHECK (char_length(contribution) <= 64 AND contribution !~ '[\n\r]'),
    ADD COLUMN contribution_how text CHECK (contribution_how IN ('word', 'browser', 'form', 'bot', 'none')),
    ADD COLUMN contribution_at  timestamptz;

-- +goose Down
ALTER TABLE match_seats DROP COLUMN contribution, DROP COLUMN contribution_how, DROP COLUMN contribution_at;
ALTER TABLE seats DROP COLUMN contribution, DROP COLUMN contribution_how, DROP COLUMN contribution_at;
ALTER TABLE matches DROP COLUMN sealed_at;
DROP TABLE seals;
