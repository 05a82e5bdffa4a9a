-- What players write for themselves at a match. Nobody else reads it.

-- +goose Up

CREATE TABLE notes (
    match_id   bigint NOT NULL REFERENCES matches,
    player_id  bigint NOT NULL REFERENCES players,
    text       text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 4000),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (match_id, player_id)
);
