-- Whether a player's name may leave the club: on pictures to share, and with a page of their own in yearbooks.

-- +goose Up

ALTER TABLE players ADD COLUMN outside boolean NOT NULL DEFAULT false;
