-- How many of a seat's moves a bot has made, because a season's charter may ask for it.

-- +goose Up

-- Written at the end of a match, for players for whom a bot has moved while they were away.
CREATE TABLE away (
    match_id bigint NOT NULL REFERENCES matches,
    seat     smallint NOT NULL,
    moves    integer NOT NULL,
    by_bot   integer NOT NULL CHECK (by_bot BETWEEN 1 AND moves),
    PRIMARY KEY (match_id, seat)
);
CREATE TRIGGER away_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON away
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
INSERT INTO away (match_id, seat, moves, by_bot)
SELECT v.match_id, v.seat, count(*), count(*) FILTER (WHERE v.made = 'bot') FROM moves v
JOIN match_seats s ON s.match_id = v.match_id AND s.seat = v.seat AND s.player_id IS NOT NULL
WHERE v.match_id IN (SELECT match_id FROM moves JOIN matches m ON m.id = match_id AND m.status = 'over' WHERE made = 'bot')
GROUP BY v.match_id, v.seat HAVING count(*) FILTER (WHERE v.made = 'bot') > 0;
