-- Where the club wants it, players write to each other in words of their own.

-- +goose Up

ALTER TABLE clubs ADD COLUMN messages boolean NOT NULL DEFAULT false; -- where players say phrases

-- The words of asides of the kind say.own. They can be taken away, the aside cannot.
CREATE TABLE messages (
    match_id bigint NOT NULL,
    number   integer NOT NULL,
    text     text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 200),
    PRIMARY KEY (match_id, number),
    FOREIGN KEY (match_id, number) REFERENCES asides (match_id, number)
);
