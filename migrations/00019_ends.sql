-- A season that runs is closed early or extended by an amendment, which says so.

-- +goose Up

ALTER TABLE seasons ADD COLUMN founded_end timestamptz; -- when it was to end, where an amendment changed that
ALTER TABLE amendments ADD COLUMN ends_at timestamptz;  -- null: the end stayed

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION season_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.starts_at <= now() AND NOT (TG_OP = 'UPDATE'
        AND (NEW.club_id, NEW.name, NEW.starts_at, NEW.charter) = (OLD.club_id, OLD.name, OLD.starts_at, OLD.charter)
        AND EXISTS (SELECT FROM amendments WHERE season_id = OLD.id AND ends_at = NEW.ends_at)) THEN
        RAISE EXCEPTION 'season % has started: its charter is only ever amended', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'season_is_frozen';
    END IF;
    RETURN coalesce(NEW, OLD);
END
$$;
-- +goose StatementEnd
