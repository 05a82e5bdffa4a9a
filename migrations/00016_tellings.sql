-- What a call is about to send is noted before it sends it, so that a second try sends
-- just that again.

-- +goose Up

ALTER TABLE tellings ADD COLUMN sent boolean NOT NULL DEFAULT true;
CREATE INDEX tellings_unsent_idx ON tellings (device_id) WHERE NOT sent;
