-- A club may ask that only passkeys open the accounts of its hosts.

-- +goose Up

ALTER TABLE clubs ADD COLUMN host_passkeys boolean NOT NULL DEFAULT false;
