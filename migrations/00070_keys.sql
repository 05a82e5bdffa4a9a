-- The secrets of running matches are encrypted by a key that is not in the database, and so is what tells their cards.

-- +goose Up

ALTER TABLE seals
    ALTER COLUMN seed DROP NOT NULL,
    ADD COLUMN secret bytea CHECK (octet_length(secret) = 68), -- the seed, encrypted; behind the name of the key
    ADD CONSTRAINT seals_secret_check1 CHECK (num_nonnulls(seed, secret) = 1);
DROP TRIGGER seals_stay ON seals;
CREATE TRIGGER seals_stay BEFORE UPDATE OF match_id, player_id, table_id, shuffle_version, commitment, made_at ON seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The seed stands in plain once the match is over. A match whose key was lost keeps its secret, which nobody can read.
ALTER TABLE matches
    ALTER COLUMN seed DROP NOT NULL,
    ADD COLUMN secret bytea CHECK (octet_length(secret) = 68),
    ADD CONSTRAINT matches_secret_check1 CHECK (num_nonnulls(seed, secret) = 1);

-- A seed is published at the end, or encrypted before; it never becomes another.
-- +goose StatementBegin
CREATE FUNCTION seed_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.commitment) IS DISTINCT FROM (OLD.id, OLD.commitment)
        OR OLD.seed IS NOT NULL AND NEW.seed IS NOT NULL AND NEW.seed <> OLD.seed
        OR OLD.seed IS NULL AND NEW.seed IS NOT NULL AND NEW.status <> 'over'
        OR OLD.seed IS NOT NULL AND NEW.seed IS NULL AND OLD.status = 'over' THEN
        RAISE EXCEPTION 'change of the seed of match % refused', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
DROP TRIGGER matches_seed_stays ON matches;
CREATE TRIGGER matches_seed_stays BEFORE UPDATE OF id, seed, commitment ON matches FOR EACH ROW EXECUTE FUNCTION seed_stays();

-- What is encrypted is longer. The program bounds these texts before that.
ALTER TABLE plans DROP CONSTRAINT plans_shows_check;
ALTER TABLE notes DROP CONSTRAINT notes_text_check;
ALTER TABLE notes ADD CONSTRAINT notes_text_check CHECK (char_length(text) BETWEEN 1 AND 24000);

-- +goose Down
ALTER TABLE notes DROP CONSTRAINT notes_text_check;
ALTER TABLE notes ADD CONSTRAINT notes_text_check CHECK (char_length(text) BETWEEN 1 AND 4000);
ALTER TABLE plans ADD CONSTRAINT plans_shows_check CHECK (char_length(shows) <= 2);
DROP TRIGGER matches_seed_stays ON matches;
CREATE TRIGGER matches_seed_stays BEFORE UPDATE OF id, seed, commitment ON matches
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
DROP FUNCTION seed_stays;
ALTER TABLE matches DROP CONSTRAINT matches_secret_check1, DROP COLUMN secret, ALTER COLUMN seed SET NOT NULL;
DROP TRIGGER seals_stay ON seals;
CREATE TRIGGER seals_stay BEFORE UPDATE ON seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE seals DROP CONSTRAINT seals_secret_check1, DROP COLUMN secret, ALTER COLUMN seed SET NOT NULL;
