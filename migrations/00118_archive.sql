-- A club that is archived can be read and not changed.

-- +goose Up

ALTER TABLE clubs ADD COLUMN archived_at timestamptz; -- NULL: it is open

-- Whoever archives a club locks its row FOR UPDATE, which these inserts wait for: none comes after.
-- +goose StatementBegin
CREATE FUNCTION refuse_archived() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    archived timestamptz;
BEGIN
    SELECT archived_at INTO archived FROM clubs WHERE id = NEW.club_id FOR KEY SHARE;
    IF archived IS NOT NULL THEN
        RAISE EXCEPTION 'club % is archived', NEW.club_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'club_archived';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER refuse_archived BEFORE INSERT ON announcements FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON competitions FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON imports FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON join_requests FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON matches FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON nights FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON recorded_matches FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON seasons FOR EACH ROW EXECUTE FUNCTION refuse_archived();
CREATE TRIGGER refuse_archived BEFORE INSERT ON tables FOR EACH ROW EXECUTE FUNCTION refuse_archived();
