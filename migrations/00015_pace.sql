-- The time of matches: paces, clocks, who is away, and what players propose to each
-- other beside their moves.

-- +goose Up

-- A pace is written as engine/clock writes it; '' has no clock.
ALTER TABLE clubs ADD COLUMN pace text NOT NULL DEFAULT '' CHECK (char_length(pace) <= 40); -- that a new table begins with
ALTER TABLE tables ADD COLUMN pace text NOT NULL DEFAULT '' CHECK (char_length(pace) <= 40);
ALTER TABLE matches
    ADD COLUMN clock jsonb,                      -- of a match that is played by a clock
    ADD COLUMN asides integer NOT NULL DEFAULT 0; -- how many there are: with the version, the position of the match
ALTER TABLE moves ADD COLUMN made text CHECK (made IN ('clock', 'bot')); -- for the player: when the time was over, or by a bot that kept the seat

-- What happens at a match beside its moves: a nudge, a seat that a bot keeps and its
-- player who comes back, proposals and answers, pauses.
CREATE TABLE asides (
    match_id bigint NOT NULL REFERENCES matches,
    number   integer NOT NULL CHECK (number > 0),
    version  integer NOT NULL,                   -- of the match, then
    seat     smallint NOT NULL,                  -- whose doing, or whom it is about
    kind     text NOT NULL CHECK (char_length(kind) BETWEEN 1 AND 40),
    n        integer NOT NULL DEFAULT 0,         -- a number that its sentence mentions
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (match_id, number)
);
CREATE TRIGGER asides_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON asides
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE offers (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match_id bigint NOT NULL REFERENCES matches,
    kind     text NOT NULL CHECK (kind IN ('rematch', 'end', 'pause', 'resume')),
    seat     smallint NOT NULL,                  -- who asks
    version  integer NOT NULL,                   -- of the match, then
    yes      smallint[] NOT NULL,                -- the seats that agree, the asking one first
    state    text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'accepted', 'declined', 'withdrawn', 'expired')),
    asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz,
    CHECK ((state = 'asked') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX offers_open_key ON offers (match_id) WHERE state = 'asked';
CREATE INDEX offers_match_idx ON offers (match_id, id);

-- When a player's time rests at tables by days.
ALTER TABLE players
    ADD COLUMN zone text NOT NULL DEFAULT '' CHECK (char_length(zone) <= 64), -- '' is that of the club
    ADD COLUMN quiet_from smallint NOT NULL DEFAULT 0 CHECK (quiet_from BETWEEN 0 AND 1439), -- minutes of the day
    ADD COLUMN quiet_till smallint NOT NULL DEFAULT 0 CHECK (quiet_till BETWEEN 0 AND 1439);
CREATE TABLE holidays (
    player_id bigint NOT NULL REFERENCES players,
    begins    date NOT NULL,
    ends      date NOT NULL CHECK (ends >= begins),  -- the last day
    PRIMARY KEY (player_id, begins)
);

-- The programs say here that they live. Time in which none did, or the database itself
-- was away, takes nothing from anybody.
CREATE TABLE heartbeat (
    one  boolean PRIMARY KEY DEFAULT true CHECK (one),
    at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    away interval NOT NULL DEFAULT '0'           -- all such time together
);
INSERT INTO heartbeat DEFAULT VALUES;
