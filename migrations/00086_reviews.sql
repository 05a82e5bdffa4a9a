-- What the Master says of a player's own moves in a match that is over.

-- +goose Up

CREATE TABLE reviews (
    match_id  bigint NOT NULL REFERENCES matches,
    player_id bigint NOT NULL REFERENCES players,
    asked_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    looked    integer NOT NULL DEFAULT 0,     -- how many decisions were looked at so far
    decisions integer NOT NULL DEFAULT 0,     -- of how many; 0: not begun
    found     jsonb,                          -- what it says; NULL until it is done
    done_at   timestamptz,
    shared    boolean NOT NULL DEFAULT false, -- with those who may see the match
    PRIMARY KEY (match_id, player_id),
    CHECK ((found IS NULL) = (done_at IS NULL))
);

-- A player waits for one at a time.
CREATE UNIQUE INDEX reviews_under_way_idx ON reviews (player_id) WHERE done_at IS NULL;
CREATE INDEX reviews_player_idx ON reviews (player_id);
