-- The secret of a deal of the day is drawn once and kept as those of matches are, so that a copy of the database shows
-- neither the cards of today's deal nor what somebody has made of it so far.

-- +goose Up

CREATE TABLE daily_deals (
    club_id  bigint NOT NULL REFERENCES clubs,
    day      date NOT NULL,           -- of the club's own time
    game     text NOT NULL,
    match_id bigint NOT NULL UNIQUE,  -- a number like those of matches, in which nobody ever sits
    secret   bytea NOT NULL CHECK (octet_length(secret) = 68), -- encrypted; behind the name of the key
    PRIMARY KEY (club_id, day, game)
);
