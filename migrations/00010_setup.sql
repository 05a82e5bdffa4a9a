-- Whoever founds the first club must have read the program's log.

-- +goose Up

-- The code that the log said last; no row once there is a club.
CREATE TABLE setup_code (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
