-- A match that is over keeps no position: it follows from the seed and the moves,
-- and was five sixths of the row.

-- +goose Up

ALTER TABLE matches DROP CONSTRAINT matches_check;
UPDATE matches SET state = NULL WHERE status = 'over' AND state IS NOT NULL;
ALTER TABLE matches ADD CONSTRAINT matches_state_check CHECK ((status = 'playing') = (state IS NOT NULL));

-- Whatever ends a match drops its position.
-- +goose StatementBegin
CREATE FUNCTION drop_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.state := NULL;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER drop_position BEFORE INSERT OR UPDATE OF status ON matches FOR EACH ROW
    WHEN (NEW.status = 'over') EXECUTE FUNCTION drop_position();
