-- A host changes the level of a bot between two rounds. The change is an aside of the match; every list of
-- matches looks for the last one of a bot.

-- +goose Up
CREATE INDEX asides_level_idx ON asides (match_id, seat, number) WHERE kind LIKE 'level.%';

-- +goose Down
DROP INDEX asides_level_idx;
