-- Passkeys, recovery codes, and when a session last proved whose it is.

-- +goose Up

CREATE TABLE passkeys (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id     bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    name          text NOT NULL,
    credential_id bytea NOT NULL UNIQUE,
    credential    jsonb NOT NULL,               -- webauthn.Credential: the public key, the counter, the flags
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    used_at       timestamptz
);
CREATE INDEX passkeys_player ON passkeys (player_id);

-- Challenges that were answered, until they are too old to be answered again.
CREATE TABLE spent_challenges (
    hash     bytea PRIMARY KEY,
    spent_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE recovery_codes (
    player_id bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    hash      bytea NOT NULL,
    used_at   timestamptz,
    PRIMARY KEY (player_id, hash)
);

ALTER TABLE players ADD passkeys_only boolean NOT NULL DEFAULT false; -- the password alone opens no session

ALTER TABLE sessions
    ADD opened_by text NOT NULL DEFAULT 'password' CHECK (opened_by IN ('password', 'passkey', 'code')),
    ADD proved_at timestamptz NOT NULL DEFAULT now();                 -- whose it is, by password, passkey or code

-- What happened to an account, for its player alone.
CREATE TABLE account_events (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    what      text NOT NULL,
    network   text NOT NULL,                    -- shortened as in the log
    agent     text NOT NULL                     -- the browser's name for itself
);
CREATE INDEX account_events_player ON account_events (player_id, at);
