-- What whoever looks after the program wants to know of it.

-- +goose Up

-- The programs that serve the club. Each says every few seconds that it is there.
CREATE TABLE instances (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    version text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now()
);

-- How the command that writes backups fared.
CREATE TABLE backups (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    good boolean NOT NULL,
    size bigint NOT NULL,
    matches int NOT NULL,
    proved boolean NOT NULL
);
