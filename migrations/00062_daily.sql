-- The deal of the day: the same cards against the same bot for everybody in a club, once for each member and game.

-- +goose Up

-- The games of which a club wants a deal each day; NULL: all of them.
ALTER TABLE clubs ADD COLUMN daily text[];

-- What members have made of it. The deal follows from a key of the house and the day, so that it is kept nowhere.
CREATE TABLE daily_plays (
    club_id   bigint NOT NULL REFERENCES clubs,
    day       date NOT NULL,                          -- of the club's own time
    game      text NOT NULL,
    player_id bigint NOT NULL REFERENCES players,
    rules     integer NOT NULL,                       -- version of the game's rules
    moves     text[] NOT NULL,                        -- of both seats, each with its seat in front
    score     integer,                                -- more is better; NULL until it is over
    own       integer NOT NULL DEFAULT 0,             -- the player's own moves: of equal scores the shorter way is better
    began_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at  timestamptz,
    PRIMARY KEY (club_id, day, game, player_id),
    CHECK ((score IS NULL) = (ended_at IS NULL))
);
CREATE INDEX daily_plays_player_idx ON daily_plays (player_id, club_id, day);
