-- What a player has chosen last for a new table, by game: the form begins with it.

-- +goose Up

CREATE TABLE choices (
    player_id  bigint NOT NULL REFERENCES players,
    game       text NOT NULL,
    form       text NOT NULL CHECK (char_length(form) BETWEEN 1 AND 8000), -- fields of the form, as in an address
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (player_id, game)
);
