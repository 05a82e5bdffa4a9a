-- The names that players gave up: matches and the log show what somebody was called then.

-- +goose Up

CREATE TABLE names (
    player_id bigint NOT NULL REFERENCES players,
    name      text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
    until     timestamptz NOT NULL DEFAULT clock_timestamp(), -- later than the entry of the log about it
    PRIMARY KEY (player_id, until)
);
CREATE INDEX names_until_idx ON names (until);
