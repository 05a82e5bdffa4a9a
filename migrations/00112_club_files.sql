-- Files with all of a club, which a job writes for its owners piece by piece, as yearbooks are.

-- +goose Up

CREATE TABLE club_files (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id   bigint NOT NULL REFERENCES clubs,
    by_id     bigint NOT NULL REFERENCES players,
    asked_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    tries     integer NOT NULL DEFAULT 0,                     -- the last of them alone may write
    done      integer NOT NULL DEFAULT 0,                     -- how many tables were written so far
    total     integer NOT NULL DEFAULT 0,                     -- of how many; 0: not begun
    size      bigint NOT NULL DEFAULT 0,
    ready_at  timestamptz,                                    -- NULL: nobody can have it yet
    failed_at timestamptz
);
CREATE INDEX club_files_club ON club_files (club_id, id);
CREATE INDEX club_files_by ON club_files (by_id);

CREATE TABLE club_file_parts (
    file_id bigint NOT NULL REFERENCES club_files ON DELETE CASCADE,
    number  integer NOT NULL CHECK (number >= 0),
    data    bytea NOT NULL,
    PRIMARY KEY (file_id, number)
);
