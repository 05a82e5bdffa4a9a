-- A club that came from another house as a file, and players of it who have no account here.

-- +goose Up

-- The number by which another house committed to the secret of a match; NULL: the match's own.
ALTER TABLE matches ADD COLUMN dealt_as bigint;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION seed_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (NEW.id, NEW.commitment, NEW.dealt_as) IS DISTINCT FROM (OLD.id, OLD.commitment, OLD.dealt_as)
        OR OLD.seed IS NOT NULL AND NEW.seed IS NOT NULL AND NEW.seed <> OLD.seed
        OR OLD.seed IS NULL AND NEW.seed IS NOT NULL AND NEW.status <> 'over'
        OR OLD.seed IS NOT NULL AND NEW.seed IS NULL AND OLD.status = 'over' THEN
        RAISE EXCEPTION 'change of the seed of match % refused', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP TRIGGER matches_seed_stays ON matches;
CREATE TRIGGER matches_seed_stays BEFORE UPDATE OF id, seed, commitment, dealt_as ON matches
    FOR EACH ROW EXECUTE FUNCTION seed_stays();

-- A placeholder stands for a player of another house: nobody signs in by it, and its name is free for an account.
-- Who accepts the invitation that was made for it has claimed it, and all of its matches.
ALTER TABLE players
    ADD COLUMN placeholder boolean NOT NULL DEFAULT false,
    ADD COLUMN claimed_by  bigint REFERENCES players,
    ADD CHECK (placeholder OR claimed_by IS NULL),
    ADD CHECK (NOT placeholder OR (email IS NULL AND password_hash = ''));
CREATE INDEX players_claimed ON players (claimed_by) WHERE claimed_by IS NOT NULL;
DROP INDEX players_name_key;
CREATE UNIQUE INDEX players_name_key ON players (lower(name)) WHERE NOT placeholder;

ALTER TABLE invitations ADD COLUMN placeholder_id bigint REFERENCES players; -- whom the link is for
CREATE INDEX invitations_placeholder ON invitations (placeholder_id) WHERE placeholder_id IS NOT NULL;

CREATE TABLE transfers (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id    bigint NOT NULL REFERENCES clubs,
    number     bigint NOT NULL,               -- of the club in the house that it came from
    slug       text NOT NULL,                 -- there
    written_at timestamptz NOT NULL,          -- the file
    made_at    timestamptz NOT NULL DEFAULT now(),
    by_id      bigint REFERENCES players      -- NULL: the command line
);
CREATE INDEX transfers_club ON transfers (club_id);
CREATE INDEX transfers_by ON transfers (by_id);

-- Who the players were in the house that the club came from.
CREATE TABLE placeholders (
    transfer_id bigint NOT NULL REFERENCES transfers,
    number      bigint NOT NULL,              -- there
    player_id   bigint NOT NULL REFERENCES players,
    role        text NOT NULL,                -- in the club; '': a member no more
    PRIMARY KEY (transfer_id, number)
);
CREATE INDEX placeholders_player ON placeholders (player_id);

-- The log of the club from that house, with its chain and its signed heads. Players and club are numbers there.
CREATE TABLE former_audit (
    transfer_id bigint NOT NULL REFERENCES transfers,
    number      bigint NOT NULL,
    place       integer,
    player      bigint,
    about       bigint,
    action      text NOT NULL,
    details     jsonb NOT NULL,
    at          timestamptz NOT NULL,
    hash        bytea CHECK (octet_length(hash) = 32),
    PRIMARY KEY (transfer_id, number)
);
CREATE TRIGGER former_audit_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON former_audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE former_heads (
    transfer_id bigint NOT NULL REFERENCES transfers,
    place       integer NOT NULL CHECK (place > 0),
    hash        bytea NOT NULL CHECK (octet_length(hash) = 32),
    at          timestamptz NOT NULL,
    key         bytea NOT NULL CHECK (octet_length(key) = 32),
    signature   bytea NOT NULL CHECK (octet_length(signature) = 64),
    PRIMARY KEY (transfer_id, place)
);
CREATE TRIGGER former_heads_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON former_heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Only claim_player may give what is otherwise only inserted to another player; the program's role may change none of
-- it, and so cannot do it past that function.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME IN ('match_seats', 'corrections', 'amendments')
        AND current_setting('carteado.claim', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '% of % refused: its rows are only ever inserted', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- +goose StatementEnd

-- Gives all that is a placeholder's to the account which claims it, but for the log, which stays as it is. What follows
-- from matches and cannot be added up is counted anew by jobs.
-- +goose StatementBegin
CREATE FUNCTION claim_player(claimed bigint, account bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
DECLARE
    named record;
BEGIN
    UPDATE players SET claimed_by = account WHERE id = claimed AND placeholder AND claimed_by IS NULL
        AND deleted_at IS NULL
        AND EXISTS (SELECT FROM players p WHERE p.id = account AND NOT p.placeholder AND p.deleted_at IS NULL);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'player % cannot be claimed', claimed USING ERRCODE = 'check_violation';
    END IF;
    INSERT INTO tallies AS k SELECT club_id, account, game, ended, matches, wins FROM tallies WHERE player_id = claimed
    ON CONFLICT (club_id, player_id, game) DO UPDATE
    SET ended = k.ended + excluded.ended, matches = k.matches + excluded.matches, wins = k.wins + excluded.wins;
    INSERT INTO rivalries AS k
    SELECT club_id, account, rival_id, ended, matches, won, lost FROM rivalries WHERE player_id = claimed
    UNION ALL SELECT club_id, player_id, account, ended, matches, won, lost FROM rivalries WHERE rival_id = claimed
    ON CONFLICT (club_id, player_id, rival_id) DO UPDATE SET ended = k.ended + excluded.ended,
        matches = k.matches + excluded.matches, won = k.won + excluded.won, lost = k.lost + excluded.lost;
    INSERT INTO encounters AS k
    SELECT club_id, account, rival_id, game, matches, won, lost FROM encounters WHERE player_id = claimed
    UNION ALL SELECT club_id, player_id, account, game, matches, won, lost FROM encounters WHERE rival_id = claimed
    ON CONFLICT (club_id, player_id, rival_id, game) DO UPDATE
    SET matches = k.matches + excluded.matches, won = k.won + excluded.won, lost = k.lost + excluded.lost;
    DELETE FROM tallies WHERE player_id = claimed;
    DELETE FROM rivalries WHERE claimed IN (player_id, rival_id);
    DELETE FROM encounters WHERE claimed IN (player_id, rival_id);
    DELETE FROM night_answers a WHERE player_id = claimed
        AND EXISTS (SELECT FROM night_answers b WHERE b.night_id = a.night_id AND b.player_id = account);
    DELETE FROM table_guests a WHERE player_id = claimed
        AND EXISTS (SELECT FROM table_guests b WHERE b.table_id = a.table_id AND b.player_id = account);
    PERFORM set_config('carteado.claim', 'on', true);
    FOR named IN
        SELECT c.conrelid::regclass AS rows, a.attname AS player
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.confrelid = 'players'::regclass AND c.conrelid::regclass::text NOT IN ('audit',
            'players', 'placeholders', 'invitations', 'seals', 'numbers', 'bests', 'season_times', 'rated', 'ratings')
        ORDER BY 1, 2
    LOOP
        EXECUTE format('UPDATE %s SET %2$I = $1 WHERE %2$I = $2', named.rows, named.player) USING account, claimed;
    END LOOP;
    PERFORM set_config('carteado.claim', '', true);
END $$;
-- +goose StatementEnd
