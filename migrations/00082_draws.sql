-- The tables that are drawn at a game night, round by round, and their results.

-- +goose Up

CREATE TABLE draws (
    night_id  bigint NOT NULL REFERENCES nights,
    number    smallint NOT NULL,                -- of the round, from 1
    game      text NOT NULL,
    level     text NOT NULL,                    -- as pairing.Level writes it
    lot       bigint NOT NULL,                  -- the same players, meetings and lot give the same tables
    minutes   smallint NOT NULL CHECK (minutes BETWEEN 1 AND 300),
    screens   boolean NOT NULL,                 -- tables without guests play here, else all with real cards
    drawn_by  bigint NOT NULL REFERENCES players,
    drawn_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    opened_at timestamptz,                      -- null: a proposal, which only hosts see
    over_at   timestamptz,
    PRIMARY KEY (night_id, number)
);
CREATE INDEX draws_by ON draws (drawn_by);

CREATE TABLE draw_tables (
    night_id bigint NOT NULL,
    round    smallint NOT NULL,
    number   smallint NOT NULL CHECK (number > 0),
    table_id bigint REFERENCES tables,          -- where it is played here
    reasons  jsonb NOT NULL,                    -- []pairing.Reason; their players are arrivals
    PRIMARY KEY (night_id, round, number),
    FOREIGN KEY (night_id, round) REFERENCES draws ON DELETE CASCADE
);
CREATE INDEX draw_tables_table ON draw_tables (table_id);

CREATE TABLE draw_seats (
    night_id   bigint NOT NULL,
    round      smallint NOT NULL,
    number     smallint NOT NULL,               -- of the table; 0: sits out
    seat       smallint NOT NULL,
    arrival_id bigint NOT NULL REFERENCES arrivals,
    place      smallint,                        -- of a result that was written down; equal places are shared
    reasons    jsonb,                           -- of somebody who sits out
    PRIMARY KEY (night_id, round, number, seat),
    UNIQUE (night_id, round, arrival_id) DEFERRABLE,
    FOREIGN KEY (night_id, round) REFERENCES draws ON DELETE CASCADE
);
CREATE INDEX draw_seats_arrival ON draw_seats (arrival_id);

-- The link by which a television shows the night without an account.
ALTER TABLE nights ADD COLUMN screen text UNIQUE;
