-- How far players have come in the lessons of games: the keys of the steps that they have done.

-- +goose Up

CREATE TABLE lessons (
    player_id  bigint NOT NULL REFERENCES players,
    game       text NOT NULL,
    steps      text[] NOT NULL CHECK (cardinality(steps) BETWEEN 1 AND 64),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (player_id, game)
);
