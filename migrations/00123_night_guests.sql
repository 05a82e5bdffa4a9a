-- Guests of a game night who play on a screen: each has a player without an account, for as long as the night's door is
-- open and they have not gone home.

-- +goose Up

-- A guest is an arrival with a name of its own: without a player, at tables with real cards alone, or with one.
ALTER TABLE arrivals
    DROP CONSTRAINT arrivals_check,
    DROP CONSTRAINT arrivals_check1,
    ADD CHECK (player_id IS NOT NULL OR name <> ''),
    ADD CHECK (claimant_id IS NULL OR name <> ''),
    ADD COLUMN link text UNIQUE; -- hands the guest's place to another phone, once

ALTER TABLE sessions DROP CONSTRAINT sessions_opened_by_check,
    ADD CHECK (opened_by IN ('password', 'passkey', 'code', 'night')); -- night: of a guest, who has no account

-- A guest who makes an account asks to be let in without an invitation.
ALTER TABLE join_requests ALTER COLUMN invitation_id DROP NOT NULL;

-- Who is a guest now. Nothing has to end it: it is over when the night is.
CREATE VIEW night_guests AS
    SELECT n.club_id, r.player_id, n.id AS night_id, r.id AS arrival_id, r.came_at
    FROM arrivals r JOIN nights n ON n.id = r.night_id
    WHERE r.name <> '' AND r.player_id IS NOT NULL AND r.left_at IS NULL AND n.called_off_at IS NULL
        AND now() BETWEEN n.starts_at - interval '6 hours' AND n.ends_at + interval '6 hours'
        AND NOT EXISTS (SELECT FROM memberships m WHERE m.club_id = n.club_id AND m.player_id = r.player_id);

-- A guest is in the club as one who is suspended is: in a role that has no right, which is given to nobody.
CREATE OR REPLACE VIEW entrants AS
    SELECT club_id, player_id, joined_at, suspended_after,
        CASE WHEN suspended_at IS NULL OR suspended_until <= now() THEN role ELSE 'paused' END AS role
    FROM memberships
    UNION ALL
    SELECT club_id, player_id, came_at, false, 'guest' FROM night_guests;

-- A guest who never made an account goes with the club.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION delete_club(going bigint, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
DECLARE
    root regclass := 'tables';
    past regclass[] := '{}';
    gone bigint[];
    strangers bigint[];
    step record;
BEGIN
    PERFORM FROM clubs WHERE id = going AND delete_at <= now()
        AND EXISTS (SELECT FROM club_files WHERE club_id = going AND last AND ready_at IS NOT NULL) FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'club % is not to be deleted', going USING ERRCODE = 'check_violation';
    END IF;
    PERFORM set_config('carteado.delete', going::text, true); -- until the transaction ends
    DELETE FROM memberships WHERE club_id = going;
    gone := ARRAY(SELECT id FROM tables WHERE club_id = going ORDER BY id LIMIT most);
    IF gone = '{}' THEN
        root := 'clubs';
        past := '{tables,matches}';
        UPDATE mailed SET invitation_id = NULL
        WHERE invitation_id IN (SELECT id FROM invitations WHERE club_id = going);
        strangers := ARRAY(SELECT h.player_id FROM placeholders h JOIN transfers t ON t.id = h.transfer_id
            WHERE t.club_id = going
            UNION SELECT r.player_id FROM arrivals r JOIN nights n ON n.id = r.night_id
            WHERE n.club_id = going AND r.name <> '' AND r.player_id IS NOT NULL);
    END IF;
    FOR step IN SELECT named, which FROM rows_below(root, past) LOOP
        EXECUTE format('DELETE FROM %s WHERE %s', step.named, step.which)
            USING CASE WHEN root = 'clubs'::regclass THEN ARRAY[going] ELSE gone END;
    END LOOP;
    strangers := ARRAY(SELECT id FROM players WHERE id = ANY (strangers) AND placeholder);
    DELETE FROM sessions WHERE player_id = ANY (strangers); -- what guests of a night have beside the club's own
    DELETE FROM seals WHERE player_id = ANY (strangers);
    DELETE FROM forms WHERE player_id = ANY (strangers);
    DELETE FROM mutes WHERE player_id = ANY (strangers) OR muted_id = ANY (strangers);
    DELETE FROM lessons WHERE player_id = ANY (strangers);
    DELETE FROM players WHERE id = ANY (strangers);
    RETURN cardinality(gone);
END $$;
-- +goose StatementEnd
