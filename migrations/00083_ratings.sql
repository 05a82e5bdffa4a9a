-- How well members play, by engine/rating, in clubs that want to know.

-- +goose Up

ALTER TABLE clubs ADD COLUMN ratings_since timestamptz; -- matches that ended then or later are rated; null: none
ALTER TABLE memberships ADD COLUMN rating_hidden boolean NOT NULL DEFAULT false; -- the member keeps theirs to themselves

-- What a match has made of a player's rating. It follows from the matches that count, in the order of their ends: a
-- match that is corrected is rated anew, and all of its game after it.
CREATE TABLE rated (
    club_id      bigint NOT NULL REFERENCES clubs,
    game         text NOT NULL,
    match_id     bigint NOT NULL REFERENCES matches,
    ended_at     timestamptz NOT NULL,          -- of the match
    player_id    bigint NOT NULL REFERENCES players,
    number       integer NOT NULL CHECK (number > 0), -- of the player's rated matches of this game here
    mu_before    double precision NOT NULL,
    sigma_before double precision NOT NULL,
    mu           double precision NOT NULL,
    sigma        double precision NOT NULL,
    PRIMARY KEY (match_id, player_id)
);
CREATE UNIQUE INDEX rated_player_key ON rated (player_id, club_id, game, number);
CREATE INDEX rated_order_idx ON rated (club_id, game, ended_at, match_id);

-- The last of each player's, for lists.
CREATE TABLE ratings (
    club_id   bigint NOT NULL REFERENCES clubs,
    player_id bigint NOT NULL REFERENCES players,
    game      text NOT NULL,
    matches   integer NOT NULL CHECK (matches > 0),
    mu        double precision NOT NULL,
    sigma     double precision NOT NULL,
    PRIMARY KEY (club_id, player_id, game)
);
CREATE INDEX ratings_order_idx ON ratings (club_id, game, mu);
CREATE INDEX ratings_player_idx ON ratings (player_id);
