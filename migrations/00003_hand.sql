-- How a player likes to hold cards.

-- +goose Up

ALTER TABLE players ADD COLUMN hand_sort text NOT NULL DEFAULT '' CHECK (hand_sort IN ('', 'suit')); -- '': by rank
