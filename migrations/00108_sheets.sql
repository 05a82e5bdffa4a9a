-- Sheets of the tables of a game night that play with real cards, and the matches that come of them.

-- +goose Up

ALTER TABLE draws ADD COLUMN options jsonb NOT NULL DEFAULT '{}'; -- house rules of its tables
ALTER TABLE draw_tables ADD COLUMN paper boolean NOT NULL DEFAULT false; -- a host has it play with real cards

-- A match with real cards comes of a file, or of a sheet. That of a sheet counts once somebody has confirmed it.
ALTER TABLE recorded_matches
    ALTER COLUMN import_id DROP NOT NULL,
    ADD COLUMN night_id bigint REFERENCES nights,
    ADD CHECK ((import_id IS NULL) = (night_id IS NOT NULL));
CREATE INDEX recorded_matches_night ON recorded_matches (night_id);
ALTER TABLE recorded_seats ADD COLUMN arrival_id bigint REFERENCES arrivals; -- of a sheet
CREATE INDEX recorded_seats_arrival ON recorded_seats (arrival_id);

CREATE TABLE sheets (
    night_id     bigint NOT NULL,
    round        smallint NOT NULL,
    number       smallint NOT NULL,                       -- of the table
    written      jsonb NOT NULL,                          -- []engine.Written
    by_id        bigint NOT NULL REFERENCES players,      -- who wrote last
    written_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    match_id     bigint UNIQUE REFERENCES recorded_matches, -- once it is over
    confirmed_at timestamptz,
    confirmed_by bigint REFERENCES players,
    PRIMARY KEY (night_id, round, number),
    FOREIGN KEY (night_id, round, number) REFERENCES draw_tables ON DELETE CASCADE,
    CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
    CHECK (confirmed_at IS NULL OR match_id IS NOT NULL)
);
CREATE INDEX sheets_by ON sheets (by_id);
CREATE INDEX sheets_confirmed_by ON sheets (confirmed_by);

-- Results with real cards are corrected by the same entries.
ALTER TABLE corrections
    ALTER COLUMN match_id DROP NOT NULL,
    ADD COLUMN recorded_id bigint REFERENCES recorded_matches,
    ADD CHECK ((match_id IS NULL) = (recorded_id IS NOT NULL));
CREATE INDEX corrections_recorded ON corrections (recorded_id, id);

-- Ratings follow from both kinds of matches, whose numbers are of one sequence.
ALTER TABLE rated DROP CONSTRAINT rated_match_id_fkey;
