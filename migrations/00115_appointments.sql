-- When the players of a table of a competition can play: an hour that all of them have named is arranged.

-- +goose Up

CREATE TABLE appointments (
    competition_id bigint NOT NULL,
    round          smallint NOT NULL,
    number         smallint NOT NULL,                 -- of the table
    player_id      bigint NOT NULL REFERENCES players,
    at             timestamptz NOT NULL,
    named_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (competition_id, round, number, player_id),
    FOREIGN KEY (competition_id, round, number) REFERENCES competition_tables ON DELETE CASCADE
);
CREATE INDEX appointments_player ON appointments (player_id);
