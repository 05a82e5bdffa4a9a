-- Invitations that go to an address by mail.

-- +goose Up

-- Where the letter goes, until it has gone; '' after that. NULL: it goes by no mail.
ALTER TABLE invitations ADD COLUMN address text CHECK (char_length(address) <= 254);

-- The addresses that invitations were sent to, known by a hash with a key of the house.
CREATE TABLE mailed (
    hash          bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    invitation_id bigint REFERENCES invitations, -- the last that was sent there
    at            timestamptz NOT NULL DEFAULT now(),
    refused       boolean NOT NULL DEFAULT false -- somebody there wants no more, or nobody is there
);
