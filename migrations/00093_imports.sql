-- Old score books: files with results that a host has read in, and what was in them.

-- +goose Up

CREATE TABLE imports (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id       bigint NOT NULL REFERENCES clubs,
    by_id         bigint NOT NULL REFERENCES players,
    name          text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120), -- of the file
    made_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    wish          jsonb NOT NULL,                                            -- how the file is to be read
    file          bytea,                                                     -- as it came; NULL once it was decided about
    kept_at       timestamptz,
    kept_by       bigint REFERENCES players,
    counts        boolean NOT NULL DEFAULT false,                            -- its matches count for seasons
    matches       integer NOT NULL DEFAULT 0,
    taken_back_at timestamptz,
    taken_back_by bigint REFERENCES players,
    CHECK ((file IS NULL) = (kept_at IS NOT NULL)),
    CHECK (kept_at IS NOT NULL OR taken_back_at IS NULL)
);
CREATE INDEX imports_club ON imports (club_id, id);
CREATE INDEX imports_by ON imports (by_id);
CREATE INDEX imports_kept_by ON imports (kept_by);
CREATE INDEX imports_taken_back_by ON imports (taken_back_by);

-- What was played with real cards, as somebody wrote it down. Numbers are those of matches, so that none is both.
CREATE TABLE recorded_matches (
    id        bigint PRIMARY KEY DEFAULT nextval('match_ids'),
    import_id bigint NOT NULL REFERENCES imports,
    club_id   bigint NOT NULL REFERENCES clubs,
    line      integer NOT NULL,                                              -- of the file
    game      text NOT NULL,                                                 -- '': how a whole night ended
    ended_at  timestamptz NOT NULL,
    timed     boolean NOT NULL,                                              -- the file names the time of the day
    label     text NOT NULL CHECK (char_length(label) <= 120),               -- of the night, or a number
    ends      jsonb,                                                         -- points of each round by seat
    counts    boolean NOT NULL
);
CREATE INDEX recorded_matches_club ON recorded_matches (club_id, ended_at, id);
CREATE INDEX recorded_matches_import ON recorded_matches (import_id, ended_at, id);

CREATE TABLE recorded_seats (
    match_id  bigint NOT NULL REFERENCES recorded_matches ON DELETE CASCADE,
    seat      smallint NOT NULL CHECK (seat >= 0),
    player_id bigint REFERENCES players,
    name      text NOT NULL DEFAULT '' CHECK (char_length(name) <= 64),      -- of somebody who is no member
    points    integer,
    place     smallint NOT NULL CHECK (place > 0),
    PRIMARY KEY (match_id, seat),
    UNIQUE (match_id, player_id),
    CHECK ((player_id IS NULL) = (name <> ''))
);
CREATE INDEX recorded_seats_player ON recorded_seats (player_id, match_id);
