-- The club and its people.

-- +goose Up

CREATE TABLE players (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- No @ in a name: sign-in takes a name or an e-mail in one field, and one
    -- player's name must never be another's address.
    name          text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64 AND name !~ '@'),
    email         text CHECK (char_length(email) BETWEEN 3 AND 254), -- null: none given
    password_hash text NOT NULL,             -- argon2id with its parameters
    lang          text NOT NULL DEFAULT '' CHECK (lang IN ('', 'pt-BR', 'en')),
    theme         text NOT NULL DEFAULT '' CHECK (theme IN ('', 'light', 'dark')),
    deck          text NOT NULL DEFAULT '' CHECK (deck IN ('', '4')),
    card_index    text NOT NULL DEFAULT '' CHECK (card_index IN ('', 'big')),
    created_at    timestamptz NOT NULL DEFAULT now(),
    seen_at       timestamptz                -- to the minute, by any session; outlives them
);
-- Callers normalise (NFKC); case does not tell two players apart.
CREATE UNIQUE INDEX players_name_key ON players (lower(name));
CREATE UNIQUE INDEX players_email_key ON players (lower(email));

CREATE TABLE sessions (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id  bigint NOT NULL REFERENCES players,
    token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32), -- SHA-256: a stolen dump signs nobody in
    user_agent text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_at    timestamptz NOT NULL DEFAULT now() -- to the minute, to spare writes
);
CREATE INDEX sessions_player_idx ON sessions (player_id);

CREATE TABLE clubs (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug       text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'), -- its part of a URL
    name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
    lang       text NOT NULL CHECK (lang IN ('pt-BR', 'en')),
    time_zone  text NOT NULL,                -- IANA name; all times are stored in UTC
    last_table integer NOT NULL DEFAULT 0,   -- number given last: tables are numbered per club, without gaps
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE members (
    club_id   bigint NOT NULL REFERENCES clubs,
    player_id bigint NOT NULL REFERENCES players,
    role      text NOT NULL CHECK (role IN ('owner', 'organizer', 'member')),
    joined_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, player_id)
);
CREATE INDEX members_player_idx ON members (player_id);

CREATE TABLE invitations (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id    bigint NOT NULL REFERENCES clubs,
    -- Kept readable, unlike a session's: the link and its QR code are shown
    -- again to whoever hands them out. It expires, is counted and can be revoked.
    token      text NOT NULL UNIQUE,
    role       text NOT NULL CHECK (role IN ('organizer', 'member')), -- never owner: a link may be passed on
    created_by bigint NOT NULL REFERENCES players,
    uses       integer NOT NULL CHECK (uses BETWEEN 1 AND 1000),
    used       integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND uses), -- the last place is given once
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
);
CREATE INDEX invitations_club_idx ON invitations (club_id);

-- Attempts to sign in that count against the next ones. Rows live for a quarter
-- of an hour.
CREATE TABLE throttle (
    account bytea NOT NULL,       -- SHA-256 of what was typed: it may be a password in the wrong field
    address text NOT NULL,        -- IPv4 address or IPv6 /64
    at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX throttle_address_idx ON throttle (address, at);

CREATE TABLE audit (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id   bigint REFERENCES clubs,       -- null: an account's own affair
    player_id bigint REFERENCES players,     -- who did it
    action    text NOT NULL,                 -- a key, never a sentence
    details   jsonb NOT NULL DEFAULT '{}',   -- ids and parameters, never a secret
    at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_club_idx ON audit (club_id, id);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % refused: its rows are only ever inserted', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
-- +goose StatementEnd

CREATE TRIGGER audit_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
