-- Players say a few phrases to each other, which are asides of their match. Rows hold
-- ids; the words are in the catalogs.

-- +goose Up

ALTER TABLE clubs ADD COLUMN phrases boolean NOT NULL DEFAULT true;  -- at its tables
ALTER TABLE tables ADD COLUMN phrases boolean NOT NULL DEFAULT true; -- where the club has them

CREATE TABLE mutes (
    player_id bigint NOT NULL REFERENCES players, -- who does not want to read
    muted_id  bigint NOT NULL REFERENCES players, -- what this one says
    PRIMARY KEY (player_id, muted_id),
    CHECK (player_id <> muted_id)
);
CREATE INDEX mutes_muted_idx ON mutes (muted_id);
