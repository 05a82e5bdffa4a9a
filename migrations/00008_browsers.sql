-- Browsers in which somebody has signed in, and what a link for a password must not show.

-- +goose Up

-- A browser that has signed in to an account is not held up by strangers who guess
-- at it. The token is a cookie that outlives the sessions.
CREATE TABLE browsers (
    player_id bigint NOT NULL REFERENCES players (id),
    token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    since timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (player_id, token_hash)
);

-- The first password of an account that a host made is nobody else's yet.
ALTER TABLE password_links ADD COLUMN first boolean NOT NULL DEFAULT false;

-- A session that may be that of the maker of a link: until then it sees no table
-- at which the maker plays, or which they watch.
ALTER TABLE sessions ADD COLUMN link_by bigint REFERENCES players (id);
ALTER TABLE sessions ADD COLUMN link_until timestamptz;
CREATE INDEX sessions_link_idx ON sessions (link_by) WHERE link_by IS NOT NULL;

-- Who looked at which table, noted of makers of such links alone.
CREATE TABLE watches (
    table_id bigint NOT NULL REFERENCES tables (id),
    player_id bigint NOT NULL REFERENCES players (id),
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (table_id, player_id)
);
