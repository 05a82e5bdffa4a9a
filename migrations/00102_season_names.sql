-- A season's name can be changed at any time, since nothing is computed from it, and a season for which nothing has
-- counted can be deleted, unless it was amended: amendments stay.

-- +goose Up

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION season_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.starts_at > now() THEN
        RETURN coalesce(NEW, OLD);
    END IF;
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT FROM standings WHERE season_id = OLD.id AND jsonb_array_length(list) > 0) THEN
            RAISE EXCEPTION 'season % has results', OLD.id
                USING ERRCODE = 'check_violation', CONSTRAINT = 'season_is_frozen';
        END IF;
        RETURN OLD;
    END IF;
    IF (NEW.club_id, NEW.starts_at, NEW.charter) <> (OLD.club_id, OLD.starts_at, OLD.charter)
        OR NEW.ends_at <> OLD.ends_at
            AND NOT EXISTS (SELECT FROM amendments WHERE season_id = OLD.id AND ends_at = NEW.ends_at) THEN
        RAISE EXCEPTION 'season % has started: its charter is only ever amended', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'season_is_frozen';
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
