-- Letters are counted, and an address is given up only when its server has refused it for days.

-- +goose Up

-- What was sent to whom, as far as it has a limit.
CREATE TABLE letters (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind  text NOT NULL CHECK (kind IN ('question', 'password')),
    hash  bytea NOT NULL CHECK (octet_length(hash) = 32), -- of the address, or of who has forgotten their password
    job   bigint NOT NULL DEFAULT 0,                      -- that sends it, so that it may try again
    at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX letters_hash_idx ON letters (hash, kind, at);

-- Addresses whose server has refused letters since the last that it took, known by a hash with a key of the house.
CREATE TABLE refusals (
    hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    tries      integer NOT NULL DEFAULT 1,
    times      integer NOT NULL DEFAULT 0, -- refusals that say that nobody is there, of which one counts in twelve hours
    since      timestamptz,                -- the first of those
    counted_at timestamptz,                -- and the last
    last_at    timestamptz NOT NULL DEFAULT now(),
    answer     text NOT NULL CHECK (char_length(answer) <= 40) -- its code, as in '550 5.1.1'
);

ALTER TABLE callings
    ADD COLUMN closed_till timestamptz, -- no mail goes out until then, because it was refused
    ADD COLUMN lost_address text CHECK (char_length(lost_address) <= 254), -- that was confirmed, and has been given up
    ADD COLUMN lost_at timestamptz,
    ADD COLUMN lost_answer text CHECK (char_length(lost_answer) <= 40);
