-- Tables and what is played at them.

-- +goose Up

CREATE TABLE tables (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id   bigint NOT NULL REFERENCES clubs,
    number    integer NOT NULL CHECK (number > 0),
    game      text NOT NULL,
    options   jsonb NOT NULL,                -- resolved house rules
    status    text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'playing', 'closed')),
    host_id   bigint NOT NULL REFERENCES players,
    version   integer NOT NULL DEFAULT 0,    -- of seats and status, for polling; moves do not touch it
    opened_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (club_id, number),
    UNIQUE (club_id, id)                     -- for matches: table and match are of one club
);

CREATE TABLE seats (
    table_id   bigint NOT NULL REFERENCES tables,
    seat       smallint NOT NULL CHECK (seat >= 0),
    player_id  bigint REFERENCES players,
    invited_id bigint REFERENCES players,    -- kept for this player, until taken
    bot        text CHECK (bot <> ''),       -- level of the bot
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, player_id),            -- nobody plays against themselves
    CHECK (num_nonnulls(player_id, invited_id, bot) <= 1)
);
CREATE INDEX seats_player_idx ON seats (player_id);

-- The commitment names the match, so the number is drawn before the row.
CREATE SEQUENCE match_ids;

CREATE TABLE matches (
    id              bigint PRIMARY KEY,
    club_id         bigint NOT NULL REFERENCES clubs,
    table_id        bigint NOT NULL,
    status          text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'playing', 'over')),
    rules_version   integer NOT NULL,        -- of the game, as played
    shuffle_version text NOT NULL,           -- method by which deals follow from the seed
    seed            bytea NOT NULL CHECK (octet_length(seed) = 32), -- secret until the match is over
    commitment      text NOT NULL,           -- shown from the start: proves that the seed was not changed
    state           jsonb,                   -- position: follows from seed and moves, kept to spare the replay
    version         integer NOT NULL DEFAULT 0, -- moves made
    -- What lists show, so that they need not open the position. All of it is public.
    to_move         smallint[] NOT NULL DEFAULT '{}',
    totals          integer[] NOT NULL DEFAULT '{}',
    outcome         jsonb,
    created_at      timestamptz NOT NULL DEFAULT now(),
    started_at      timestamptz,             -- the first deal
    changed_at      timestamptz NOT NULL DEFAULT now(), -- the last move
    ended_at        timestamptz,
    FOREIGN KEY (club_id, table_id) REFERENCES tables (club_id, id),
    CHECK ((status = 'waiting') = (state IS NULL)),
    CHECK ((status = 'over') = (outcome IS NOT NULL AND ended_at IS NOT NULL))
-- Every move updates the row: room for the next version on the same page, and no
-- time spent on compressing a position that the next move replaces.
) WITH (fillfactor = 60, toast_tuple_target = 4096);
-- A rematch asked for twice is one match.
CREATE UNIQUE INDEX matches_running_key ON matches (table_id) WHERE status <> 'over';
CREATE INDEX matches_table_idx ON matches (table_id, id);
CREATE INDEX matches_club_running_idx ON matches (club_id) WHERE status <> 'over';

-- The truth that every position follows from.
CREATE TABLE moves (
    match_id bigint NOT NULL REFERENCES matches,
    version  integer NOT NULL CHECK (version > 0), -- after the move: two moves cannot follow the same position
    seat     smallint NOT NULL,
    idem     text NOT NULL CHECK (char_length(idem) BETWEEN 1 AND 64), -- the form's key: a resend is not a second move
    move     text NOT NULL,
    events   jsonb NOT NULL,                 -- each says who saw it
    at       timestamptz NOT NULL DEFAULT clock_timestamp(), -- after the lock, so that times follow versions
    PRIMARY KEY (match_id, version),
    UNIQUE (match_id, idem)
);

CREATE TABLE rounds (
    match_id bigint NOT NULL,
    number   integer NOT NULL CHECK (number > 0),
    version  integer NOT NULL,               -- of the move that ended it
    dealer   smallint NOT NULL,
    result   jsonb NOT NULL,
    totals   integer[] NOT NULL,             -- after the round
    final    jsonb NOT NULL,                 -- the position at its end; leaves the database as a view only
    PRIMARY KEY (match_id, number),
    FOREIGN KEY (match_id, version) REFERENCES moves (match_id, version)
);

CREATE TRIGGER moves_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON moves
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rounds_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rounds
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Fires when an UPDATE names one of these columns: what was promised stays.
CREATE TRIGGER matches_seed_stays BEFORE UPDATE OF id, seed, commitment ON matches
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
