-- What players are told, and by which ways.

-- +goose Up

CREATE TABLE notices (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id bigint NOT NULL REFERENCES players,          -- who is told
    club_id   bigint NOT NULL REFERENCES clubs,
    kind      text NOT NULL CHECK (char_length(kind) BETWEEN 1 AND 20),
    table_id  bigint REFERENCES tables,
    match_id  bigint REFERENCES matches,
    by_id     bigint REFERENCES players,                   -- whose doing it is
    key       text NOT NULL CHECK (char_length(key) <= 80), -- what is told once
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    read_at   timestamptz,
    UNIQUE (player_id, key)
);
CREATE INDEX notices_unread_idx ON notices (player_id) WHERE read_at IS NULL;
CREATE INDEX notices_at_idx ON notices (at);

-- How a player wants to be called while they are away.
CREATE TABLE callings (
    player_id    bigint PRIMARY KEY REFERENCES players,
    push         text[] NOT NULL DEFAULT '{turn,nudge,seat,offer,request}', -- kinds of notices
    mail         text[] NOT NULL DEFAULT '{turn,seat,news}',
    daily        boolean NOT NULL DEFAULT false,           -- mail once a day
    brief        boolean NOT NULL DEFAULT false,           -- a lock screen shows no names
    address      text CHECK (char_length(address) <= 254), -- confirmed
    mail_after   timestamptz NOT NULL DEFAULT now(),       -- the next mail goes out then at the earliest
    asked_at     timestamptz                               -- when the player did not want to be asked about a device
);

-- Browsers that show notices, as long as they are signed in.
CREATE TABLE devices (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id  bigint NOT NULL REFERENCES players,
    session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
    endpoint   text NOT NULL UNIQUE CHECK (char_length(endpoint) <= 1000),
    p256dh     bytea NOT NULL CHECK (octet_length(p256dh) = 65),
    auth       bytea NOT NULL CHECK (octet_length(auth) = 16),
    made_at    timestamptz NOT NULL DEFAULT now(),
    told_at    timestamptz
);
CREATE INDEX devices_player_idx ON devices (player_id);
CREATE INDEX devices_session_idx ON devices (session_id);

-- Which notice went which way: to a device, or, with 0, by mail.
CREATE TABLE tellings (
    notice_id bigint NOT NULL REFERENCES notices ON DELETE CASCADE,
    device_id bigint NOT NULL,
    PRIMARY KEY (notice_id, device_id)
);

-- Keys of the house: of what it signs, and its own towards push services.
CREATE TABLE secrets (
    name  text PRIMARY KEY,
    value bytea NOT NULL CHECK (octet_length(value) = 32)
);
