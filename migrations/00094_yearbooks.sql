-- Yearbooks: a season, or all of a club, as a folder in a zip file, which a job writes piece by piece.

-- +goose Up

CREATE TABLE yearbooks (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id   bigint NOT NULL REFERENCES clubs,
    season_id bigint REFERENCES seasons ON DELETE CASCADE,    -- NULL: all of the club
    by_id     bigint NOT NULL REFERENCES players,
    asked_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    tries     integer NOT NULL DEFAULT 0,                     -- the last of them alone may write
    done      integer NOT NULL DEFAULT 0,                     -- how many results were written so far
    total     integer NOT NULL DEFAULT 0,                     -- of how many; 0: not begun
    size      bigint NOT NULL DEFAULT 0,
    ready_at  timestamptz,                                    -- NULL: nobody can have it yet
    failed_at timestamptz
);
CREATE INDEX yearbooks_club ON yearbooks (club_id, id);
CREATE INDEX yearbooks_by ON yearbooks (by_id);
CREATE INDEX yearbooks_season ON yearbooks (season_id);

CREATE TABLE yearbook_parts (
    yearbook_id bigint NOT NULL REFERENCES yearbooks ON DELETE CASCADE,
    number      integer NOT NULL CHECK (number >= 0),
    data        bytea NOT NULL,
    PRIMARY KEY (yearbook_id, number)
);
