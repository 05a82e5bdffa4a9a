-- A club that is deleted, some time after an owner has asked for it.

-- +goose Up

ALTER TABLE clubs ADD COLUMN delete_at timestamptz, -- from when on it is deleted; NULL: nobody has asked for it
    ADD CHECK (delete_at IS NULL OR archived_at IS NOT NULL);
ALTER TABLE club_files
    ADD COLUMN last boolean NOT NULL DEFAULT false, -- it stays until the club is deleted
    ALTER COLUMN by_id DROP NOT NULL;               -- NULL: the command line

-- Whoever deletes a table or a match looks for notices about it, by these.
CREATE INDEX notices_table ON notices (table_id) WHERE table_id IS NOT NULL;
CREATE INDEX notices_match ON notices (match_id) WHERE match_id IS NOT NULL;

-- Only delete_club may take out what is otherwise only inserted or kept, and says in carteado.delete which club it is at.
-- The program's role may delete none of what is only inserted, and so cannot do it past that function.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME IN ('match_seats', 'corrections', 'amendments', 'competition_amendments')
        AND current_setting('carteado.claim', true) = 'on'
        OR TG_OP = 'DELETE' AND current_setting('carteado.delete', true) <> '' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '% of % refused: its rows are only ever inserted', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION club_keeps_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('carteado.delete', true) = OLD.club_id::text THEN
        RETURN NULL;
    END IF;
    PERFORM FROM clubs WHERE id = OLD.club_id FOR NO KEY UPDATE;
    IF NOT EXISTS (SELECT FROM memberships WHERE club_id = OLD.club_id AND role = 'owner' AND suspended_at IS NULL) THEN
        RAISE EXCEPTION 'club % would have no owner', OLD.club_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'club_keeps_owner';
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- The rows that belong to rows of a table with the numbers $1, as the foreign keys say, each table ahead of those that it
-- names. Where a key names the root itself, that way is the only one. What belongs to the tables in past is left out.
-- +goose StatementBegin
CREATE FUNCTION rows_below(root regclass, past regclass[]) RETURNS TABLE (named regclass, which text)
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH RECURSIVE keys AS (
        SELECT c.conrelid AS own, c.confrelid AS other, bool_and(a.attnotnull) AS always,
            string_agg(quote_ident(a.attname), ', ' ORDER BY k.n) AS own_columns,
            string_agg(quote_ident(b.attname), ', ' ORDER BY k.n) AS other_columns
        FROM pg_constraint c, unnest(c.conkey, c.confkey) WITH ORDINALITY AS k (own, other, n), pg_attribute a,
            pg_attribute b
        WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND c.conrelid <> c.confrelid
            AND a.attrelid = c.conrelid AND a.attnum = k.own AND b.attrelid = c.confrelid AND b.attnum = k.other
        GROUP BY c.oid, c.conrelid, c.confrelid
    ), below AS (
        SELECT root::oid AS own, 0 AS depth, 'id = ANY ($1)' COLLATE "C" AS which
        UNION ALL
        SELECT k.own, b.depth + 1, CASE WHEN b.which IS NOT NULL AND (b.depth = 0 OR NOT EXISTS (
                SELECT FROM keys d WHERE d.own = k.own AND d.other = root AND d.always))
            THEN format('(%s) IN (SELECT %s FROM %s WHERE %s)', k.own_columns, k.other_columns, k.other::regclass,
                b.which) END
        FROM below b JOIN keys k ON k.other = b.own WHERE b.own <> ALL (past)
    )
    SELECT own::regclass, string_agg(DISTINCT which, ' OR ') FROM below GROUP BY own
    HAVING count(which) > 0 ORDER BY max(depth) DESC
$$;
-- +goose StatementEnd

-- Deletes a club that is due and whose last export is whole: its members first, so that nobody sees what is left; then,
-- call by call, some of its tables with all that was played there, and everything else by the last call. Returns how many
-- tables it has deleted: 0 when the club is gone. Accounts stay, and so does the wish of an address to get no letters.
-- +goose StatementBegin
CREATE FUNCTION delete_club(going bigint, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
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
            WHERE t.club_id = going);
    END IF;
    FOR step IN SELECT named, which FROM rows_below(root, past) LOOP
        EXECUTE format('DELETE FROM %s WHERE %s', step.named, step.which)
            USING CASE WHEN root = 'clubs'::regclass THEN ARRAY[going] ELSE gone END;
    END LOOP;
    DELETE FROM players WHERE id = ANY (strangers) AND placeholder;
    RETURN cardinality(gone);
END $$;
-- +goose StatementEnd
