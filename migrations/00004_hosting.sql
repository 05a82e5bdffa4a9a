-- Hosting: roles, suspension, who played a match, private tables, seasons and
-- their corrections, announcements, and an audit log that proves itself.

-- +goose Up

-- Who played a match, from its deal on: a table's seats change hands later.
CREATE TABLE match_seats (
    match_id  bigint NOT NULL REFERENCES matches,
    seat      smallint NOT NULL CHECK (seat >= 0),
    player_id bigint REFERENCES players,
    bot       text CHECK (bot <> ''),
    PRIMARY KEY (match_id, seat),
    UNIQUE (match_id, player_id),
    CHECK (num_nonnulls(player_id, bot) = 1)
);
CREATE INDEX match_seats_player_idx ON match_seats (player_id, match_id);
INSERT INTO match_seats (match_id, seat, player_id, bot)
SELECT m.id, s.seat, s.player_id, s.bot FROM matches m JOIN seats s ON s.table_id = m.table_id
WHERE m.status <> 'waiting';
CREATE TRIGGER match_seats_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON match_seats
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Accounts ------------------------------------------------------------------

ALTER TABLE players
    ADD COLUMN site_owner boolean NOT NULL DEFAULT false, -- may open further clubs and decide who else may
    ADD COLUMN deleted_at timestamptz;                    -- name, e-mail and credentials are gone, the number stays
ALTER TABLE players ALTER COLUMN name DROP NOT NULL;
ALTER TABLE players ADD CHECK ((name IS NULL) = (deleted_at IS NOT NULL));
ALTER TABLE players ADD CHECK (deleted_at IS NULL OR email IS NULL AND password_hash = '');
UPDATE players SET site_owner = true WHERE id = (SELECT min(player_id) FROM members WHERE role = 'owner');

-- The site's one row of switches.
CREATE TABLE site (
    id             boolean PRIMARY KEY DEFAULT true CHECK (id),
    clubs_for_all  boolean NOT NULL DEFAULT false         -- every player may open a club, not the site owner alone
);
INSERT INTO site DEFAULT VALUES;

-- A one-time link that sets a password: handed over by a host, never sent.
CREATE TABLE password_links (
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    player_id  bigint NOT NULL REFERENCES players,
    created_by bigint REFERENCES players,                 -- null: made on the command line
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX password_links_player_idx ON password_links (player_id);

-- Members -------------------------------------------------------------------

ALTER TABLE members DROP CONSTRAINT members_role_check;
UPDATE members SET role = 'host' WHERE role = 'organizer';
ALTER TABLE members RENAME TO memberships;
ALTER TABLE memberships
    ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'host', 'member')),
    ADD COLUMN suspended_at timestamptz;
-- Who is suspended is no member for any query that asks for members.
CREATE VIEW members AS
    SELECT club_id, player_id, role, joined_at FROM memberships WHERE suspended_at IS NULL;

ALTER TABLE invitations DROP CONSTRAINT invitations_role_check;
UPDATE invitations SET role = 'host' WHERE role = 'organizer';
ALTER TABLE invitations
    ADD CONSTRAINT invitations_role_check CHECK (role IN ('host', 'member')), -- never owner: a link may be passed on
    ADD COLUMN label text NOT NULL DEFAULT '' CHECK (char_length(label) <= 64), -- whom it is meant for
    ADD COLUMN approval boolean NOT NULL DEFAULT false;   -- who comes by it asks to be let in

CREATE TABLE join_requests (
    club_id       bigint NOT NULL REFERENCES clubs,
    player_id     bigint NOT NULL REFERENCES players,
    invitation_id bigint NOT NULL REFERENCES invitations,
    created_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, player_id)
);
CREATE INDEX join_requests_player_idx ON join_requests (player_id);

-- A club always has an owner who is not suspended. The lock on the club makes
-- two owners who step down at once see each other.
-- +goose StatementBegin
CREATE FUNCTION club_keeps_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM clubs WHERE id = OLD.club_id FOR UPDATE;
    IF NOT EXISTS (SELECT FROM memberships WHERE club_id = OLD.club_id AND role = 'owner' AND suspended_at IS NULL) THEN
        RAISE EXCEPTION 'club % would have no owner', OLD.club_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'club_keeps_owner';
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER club_keeps_owner AFTER UPDATE OR DELETE ON memberships
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.role = 'owner') EXECUTE FUNCTION club_keeps_owner();

-- Tables --------------------------------------------------------------------

ALTER TABLE tables
    ADD COLUMN reach text NOT NULL DEFAULT 'club' CHECK (reach IN ('club', 'invited')), -- who may see it: all members, or those invited and who has its link
    ADD COLUMN token text UNIQUE,                         -- the link of a table that is not for all
    ADD COLUMN closed_by bigint REFERENCES players,
    ADD COLUMN closed_reason text CHECK (char_length(closed_reason) BETWEEN 1 AND 200);
ALTER TABLE tables ADD CHECK (reach = 'club' OR token IS NOT NULL);

-- Who was shown a private table's link and opened it.
CREATE TABLE table_guests (
    table_id  bigint NOT NULL REFERENCES tables,
    player_id bigint NOT NULL REFERENCES players,
    PRIMARY KEY (table_id, player_id)
);

-- House rules that hosts keep for the club's tables.
CREATE TABLE table_presets (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id    bigint NOT NULL REFERENCES clubs,
    name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
    game       text NOT NULL,
    seats      smallint NOT NULL CHECK (seats > 1),
    options    jsonb NOT NULL,                            -- resolved
    created_by bigint NOT NULL REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX table_presets_name_key ON table_presets (club_id, lower(name));

CREATE TABLE announcements (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id    bigint NOT NULL REFERENCES clubs,
    player_id  bigint NOT NULL REFERENCES players,
    body       text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 2000), -- plain text; links are made on the page
    created_at timestamptz NOT NULL DEFAULT now(),
    hidden_at  timestamptz
);
CREATE INDEX announcements_club_idx ON announcements (club_id, id);

-- Seasons -------------------------------------------------------------------

CREATE TABLE seasons (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id    bigint NOT NULL REFERENCES clubs,
    name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
    starts_at  timestamptz NOT NULL,
    ends_at    timestamptz NOT NULL CHECK (ends_at > starts_at),
    charter    jsonb NOT NULL,                            -- editable until the season starts
    created_by bigint NOT NULL REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX seasons_club_idx ON seasons (club_id, starts_at);

-- What a running season changed its charter to, and why; the last one holds.
CREATE TABLE amendments (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    season_id  bigint NOT NULL REFERENCES seasons,
    charter    jsonb NOT NULL,
    reason     text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
    created_by bigint NOT NULL REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX amendments_season_idx ON amendments (season_id, id);
CREATE TRIGGER amendments_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON amendments
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- +goose StatementBegin
CREATE FUNCTION season_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.starts_at <= now() THEN
        RAISE EXCEPTION 'season % has started: its charter is only ever amended', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'season_is_frozen';
    END IF;
    RETURN coalesce(NEW, OLD);
END
$$;
-- +goose StatementEnd
CREATE TRIGGER season_is_frozen BEFORE UPDATE OF name, starts_at, charter OR DELETE ON seasons
    FOR EACH ROW EXECUTE FUNCTION season_is_frozen();

-- A result that counts otherwise than it was played: the last entry of a match
-- holds, and the match itself stays as it is.
CREATE TABLE corrections (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match_id   bigint NOT NULL REFERENCES matches,
    kind       text NOT NULL CHECK (kind IN ('void', 'places', 'restore')),
    places     integer[],                                 -- by seat, where places are corrected
    reason     text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
    created_by bigint NOT NULL REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((kind = 'places') = (places IS NOT NULL))
);
CREATE INDEX corrections_match_idx ON corrections (match_id, id);
CREATE TRIGGER corrections_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON corrections
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Standings as last computed from charter and results. They can be thrown away:
-- a command makes them again, and always the same.
CREATE TABLE standings (
    season_id   bigint PRIMARY KEY REFERENCES seasons ON DELETE CASCADE,
    list        jsonb NOT NULL,
    computed_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX matches_club_ended_idx ON matches (club_id, ended_at) WHERE status = 'over';

-- Audit ---------------------------------------------------------------------

-- Each club's entries, and those of no club, are a chain: an entry's hash covers
-- its own words and the hash before it, so that none can be changed or taken out
-- unseen. Entries from before the chain stay without a place in it.
ALTER TABLE audit
    ADD COLUMN place integer,                             -- in the chain, from 1
    ADD COLUMN hash  bytea CHECK (octet_length(hash) = 32),
    ADD COLUMN about bigint REFERENCES players;           -- whom it concerns beside who did it
CREATE UNIQUE INDEX audit_chain_key ON audit (coalesce(club_id, 0), place);

-- +goose StatementBegin
CREATE FUNCTION audit_hash(before bytea, entry audit) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(before || convert_to(concat_ws(E'\n', entry.place, coalesce(entry.club_id, 0), coalesce(entry.player_id, 0),
        coalesce(entry.about, 0), entry.action, entry.details::text, extract(epoch FROM entry.at)::numeric), 'UTF8'))
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    before audit;
BEGIN
    -- One after the other: the lock lasts until the entry before is committed.
    PERFORM pg_advisory_xact_lock(hashtext('audit'), coalesce(NEW.club_id, 0)::integer);
    SELECT * INTO before FROM audit WHERE coalesce(club_id, 0) = coalesce(NEW.club_id, 0) AND place IS NOT NULL
    ORDER BY place DESC LIMIT 1;
    NEW.place := coalesce(before.place, 0) + 1;
    NEW.at := clock_timestamp();
    NEW.hash := audit_hash(coalesce(before.hash, '\x'), NEW);
    RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER chain_audit BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION chain_audit();
