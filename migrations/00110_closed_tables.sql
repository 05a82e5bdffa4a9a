-- How a table of a game night ends that is not played to its end, and what happens when the time of a round is over.

-- +goose Up

ALTER TABLE draws ADD COLUMN at_time text NOT NULL DEFAULT 'played' -- when the time is over, tables are played out,
    CHECK (at_time IN ('played', 'stands'));                        -- or scored as they stand
ALTER TABLE draw_tables ADD COLUMN closed text -- by a host, or at the end of the time: scored as it stood, or void
    CHECK (closed IN ('stands', 'void'));
