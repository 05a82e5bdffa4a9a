-- What the cards of a match gave to each seat, as the bots of the level Club make of the same deals (bot.Luck).

-- +goose Up

CREATE TABLE luck (
    match_id bigint NOT NULL REFERENCES matches,
    round    smallint NOT NULL,
    points   integer[] NOT NULL,          -- by seat, in hundredths of a point; they add up to 0
    errors   integer[] NOT NULL,          -- by seat: the standard errors of points
    PRIMARY KEY (match_id, round)
);
