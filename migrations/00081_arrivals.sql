-- Who came to a game night: members, and guests with a name only.

-- +goose Up

-- The code on the wall. Whoever has it says that they are here, while the night lasts. A new one voids the one before.
ALTER TABLE nights ADD COLUMN code text UNIQUE;

CREATE TABLE arrivals (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    night_id  bigint NOT NULL REFERENCES nights,
    player_id bigint REFERENCES players,
    name      text NOT NULL DEFAULT '',          -- of a guest
    came_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    left_at   timestamptz,                       -- went home, and may come back
    by_id     bigint REFERENCES players,         -- who said so; null for somebody with the code and no account
    CHECK ((player_id IS NULL) = (name <> '')),
    UNIQUE (night_id, player_id)
);
CREATE UNIQUE INDEX arrivals_name ON arrivals (night_id, lower(name)) WHERE name <> '';
CREATE INDEX arrivals_player ON arrivals (player_id);
CREATE INDEX arrivals_by ON arrivals (by_id);
