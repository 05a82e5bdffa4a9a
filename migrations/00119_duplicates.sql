-- Rounds of a night whose tables all play the same deals. What one of these tables has played is shown to nobody else
-- until all are over.

-- +goose Up

CREATE TABLE duplicates (
    night_id    bigint NOT NULL,
    round       smallint NOT NULL,
    match_id    bigint NOT NULL UNIQUE, -- the number that the commitment names; nobody sits down to that match
    secret      bytea CHECK (octet_length(secret) = 68), -- of the deals; NULL once it is published with the matches
    commitment  text NOT NULL,
    made_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    released_at timestamptz, -- when its tables were shown
    PRIMARY KEY (night_id, round),
    FOREIGN KEY (night_id, round) REFERENCES draws ON DELETE CASCADE,
    CHECK ((secret IS NULL) = (released_at IS NOT NULL))
);

ALTER TABLE tables ADD COLUMN held boolean NOT NULL DEFAULT false; -- seen by those alone who sit there
ALTER TABLE matches ADD COLUMN held_at timestamptz; -- played to its end at a table that was held
