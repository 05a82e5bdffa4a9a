-- The keys of the house are made with its database: of the links it signs, and its own
-- towards push services. Two random UUIDs hold 244 random bits.

-- +goose Up

INSERT INTO secrets (name, value)
SELECT name, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FROM unnest(ARRAY['links', 'push']) AS name;
