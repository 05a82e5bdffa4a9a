-- In which matches the clock or a bot has moved for a player is asked before somebody sits down with them.

-- +goose Up

CREATE INDEX moves_made_idx ON moves (match_id, seat) WHERE made IS NOT NULL;
