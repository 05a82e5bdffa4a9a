-- The level that a host gives a bot is a column, which its aside's kind says: lists of matches ask for it.

-- +goose Up
ALTER TABLE asides ADD COLUMN level text
	GENERATED ALWAYS AS (CASE WHEN kind LIKE 'level.%' THEN substr(kind, 7) END) STORED;
DROP INDEX asides_level_idx;
CREATE INDEX asides_level_idx ON asides (match_id, seat, number) WHERE level IS NOT NULL;

-- +goose Down
ALTER TABLE asides DROP COLUMN level;
CREATE INDEX asides_level_idx ON asides (match_id, seat, number) WHERE kind LIKE 'level.%';
