-- Moves that players have planned for their next turn. Nobody else reads them.

-- +goose Up

CREATE TABLE plans (
    match_id  bigint NOT NULL REFERENCES matches,
    player_id bigint NOT NULL REFERENCES players,
    number    smallint NOT NULL,                    -- of the player's plans, which are tried in this order
    shows     text NOT NULL DEFAULT '' CHECK (char_length(shows) <= 2), -- a card or a rank that the last move before the turn shows; '' for any move
    moves     text[] NOT NULL CHECK (cardinality(moves) BETWEEN 1 AND 20), -- that are left to be made, as in moves.move
    version   integer NOT NULL,                     -- of the match, when it was planned
    begun     boolean NOT NULL DEFAULT false,       -- the first of its moves is made
    made_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (match_id, player_id, number)
);
