-- Guards that hold when two do something at once, and for a season as a whole.

-- +goose Up

-- The lock makes two owners who step down at once see each other. Rows that only
-- name the club, like those of the audit log, do not wait for it.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION club_keeps_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM clubs WHERE id = OLD.club_id FOR NO KEY UPDATE;
    IF NOT EXISTS (SELECT FROM memberships WHERE club_id = OLD.club_id AND role = 'owner' AND suspended_at IS NULL) THEN
        RAISE EXCEPTION 'club % would have no owner', OLD.club_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'club_keeps_owner';
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- When a season ends is as much of its charter as when it begins.
DROP TRIGGER season_is_frozen ON seasons;
CREATE TRIGGER season_is_frozen BEFORE UPDATE OF club_id, name, starts_at, ends_at, charter OR DELETE ON seasons
    FOR EACH ROW EXECUTE FUNCTION season_is_frozen();
