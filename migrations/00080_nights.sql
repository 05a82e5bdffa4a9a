-- Game nights: dates for which a club's members say whether they come.

-- +goose Up

-- Nights that come again. Each is a row of nights, made some weeks ahead.
CREATE TABLE night_series (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id    bigint NOT NULL REFERENCES clubs,
    recurs     text NOT NULL,                     -- as clock.Recurrence writes it
    created_by bigint NOT NULL REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at   timestamptz
);
CREATE INDEX night_series_club ON night_series (club_id);
CREATE INDEX night_series_by ON night_series (created_by);

CREATE TABLE nights (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id       bigint NOT NULL REFERENCES clubs,
    series_id     bigint REFERENCES night_series,
    planned_at    timestamptz NOT NULL,           -- by the series, before the night was moved by itself
    own           boolean NOT NULL DEFAULT false, -- was changed by itself: the series goes on as before
    name          text NOT NULL,
    starts_at     timestamptz NOT NULL,
    ends_at       timestamptz NOT NULL,
    answers_until timestamptz NOT NULL,           -- until then the waiting list moves by itself
    place         text NOT NULL,                  -- empty: here, on the club's tables
    address       text NOT NULL,                  -- for those who have a place
    says          text NOT NULL,
    games         text[] NOT NULL,                -- empty: any
    places        smallint NOT NULL CHECK (places BETWEEN 0 AND 500), -- 0: as many as come
    revision      int NOT NULL DEFAULT 0,         -- of the date and the place, for calendars
    called_off_at timestamptz,
    called_off    text NOT NULL DEFAULT '',       -- why
    reminded_at   timestamptz,
    created_by    bigint NOT NULL REFERENCES players,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    changed_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    CHECK (ends_at > starts_at AND answers_until <= ends_at)
);
CREATE UNIQUE INDEX nights_series ON nights (series_id, planned_at);
CREATE INDEX nights_club ON nights (club_id, starts_at);
CREATE INDEX nights_by ON nights (created_by);

CREATE TABLE night_answers (
    night_id   bigint NOT NULL REFERENCES nights,
    player_id  bigint NOT NULL REFERENCES players,
    answer     text NOT NULL CHECK (answer IN ('yes', 'late', 'maybe', 'no')),
    arrives_at timestamptz,                       -- of who comes later
    placed     boolean NOT NULL DEFAULT false,    -- has a place; else who comes waits for one
    since      timestamptz NOT NULL DEFAULT clock_timestamp(), -- of the answer, which is the place in the waiting list
    PRIMARY KEY (night_id, player_id),
    CHECK (NOT placed OR answer IN ('yes', 'late'))
);
CREATE INDEX night_answers_player ON night_answers (player_id);

-- The address at which a player's calendar program finds the nights of all of their clubs.
CREATE TABLE calendars (
    player_id bigint PRIMARY KEY REFERENCES players,
    token     text NOT NULL UNIQUE,
    made_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

ALTER TABLE callings
    ALTER COLUMN push SET DEFAULT '{turn,nudge,missed,kept,offer,seat,over,request,report,night}',
    ALTER COLUMN mail SET DEFAULT '{turn,missed,kept,seat,over,news,night}';
UPDATE callings SET push = push || '{night}' WHERE 'seat' = ANY (push);
UPDATE callings SET mail = mail || '{night}' WHERE 'news' = ANY (mail);
