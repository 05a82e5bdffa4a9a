-- Webhooks: addresses outside of the house that hear what happens in a club.

-- +goose Up

CREATE TABLE webhooks (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id       bigint NOT NULL REFERENCES clubs,
    made_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    host          text NOT NULL CHECK (char_length(host) BETWEEN 1 AND 300), -- of the address, for pages
    sealed        bytea NOT NULL,                      -- address and secrets, by a key that is not in the database
    turned_at     timestamptz,                         -- when the secret was drawn anew
    kinds         text[] NOT NULL,                     -- what it hears
    taken_at      timestamptz,                         -- the last call that was taken
    refused_at    timestamptz,                         -- the last one that was not, and why
    refusal       text NOT NULL DEFAULT '',
    refused_since timestamptz,                         -- null: the last call was taken
    off_at        timestamptz                          -- null: it is called
);
CREATE INDEX webhooks_club ON webhooks (club_id, id);
