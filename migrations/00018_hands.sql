-- The order in which players hold their cards.

-- +goose Up

CREATE TABLE hands (
    match_id bigint NOT NULL,
    seat     smallint NOT NULL,
    round    int NOT NULL CHECK (round > 0), -- for which it was made
    cards    text NOT NULL CHECK (cards <> ''),
    PRIMARY KEY (match_id, seat),
    FOREIGN KEY (match_id, seat) REFERENCES match_seats
);
