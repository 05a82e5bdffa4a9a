-- Files with a club, which an owner of the house has brought to be taken in.

-- +goose Up

CREATE TABLE brought_clubs (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    by_id     bigint NOT NULL REFERENCES players,
    name      text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120), -- of the file
    made_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    size      bigint NOT NULL DEFAULT 0,
    owner     text NOT NULL,                      -- the account that will own the club, as it was typed
    slug      text NOT NULL DEFAULT '',           -- the club's part of the address here; '': as it was
    called    text NOT NULL DEFAULT '',           -- its name here; '': as it was
    tries     integer NOT NULL DEFAULT 0,         -- how often a job was asked; the last answer alone counts
    asked_at  timestamptz,                        -- when the last was; NULL: the file has not come to its end
    taking    boolean NOT NULL DEFAULT false,     -- the last takes the club in; else it looks
    said      jsonb,                              -- what would come, or has
    refusal   text NOT NULL DEFAULT '',           -- why nothing has
    club_id   bigint REFERENCES clubs             -- what has come
);
CREATE INDEX brought_clubs_by ON brought_clubs (by_id);
CREATE INDEX brought_clubs_club ON brought_clubs (club_id);

CREATE TABLE brought_club_parts (
    brought_id bigint NOT NULL REFERENCES brought_clubs ON DELETE CASCADE,
    number     integer NOT NULL CHECK (number >= 0),
    data       bytea NOT NULL,
    PRIMARY KEY (brought_id, number)
);
