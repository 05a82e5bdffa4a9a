-- What members have played is kept, so that no page has to count a history.

-- +goose Up

-- How a match that is over went for each of its players, from the match itself and
-- the last correction of its result. What stands below is kept from this.
CREATE VIEW outcomes AS
    SELECT m.club_id, s.player_id, m.ended_at, m.id AS match_id, t.game,
        t.reach = 'club' AS open,                         -- at a table that every member may see
        CASE WHEN m.outcome->>'how' <> 'closed'
            THEN (m.outcome->'placing'->>s.seat::integer)::integer END AS placed, -- as it was played; null: a host closed the table
        CASE WHEN m.outcome->>'how' <> 'closed' AND t.reach = 'club' AND c.kind IS DISTINCT FROM 'void'
            THEN coalesce(c.places[s.seat + 1], (m.outcome->'placing'->>s.seat::integer)::integer) END AS place -- as it counts; null: it does not
    FROM matches m
    JOIN tables t ON t.id = m.table_id
    JOIN match_seats s ON s.match_id = m.id AND s.player_id IS NOT NULL
    LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
    WHERE m.status = 'over';

-- A row of the view for each player of each match: what lists of matches are
-- ordered and narrowed by.
CREATE TABLE results (
    club_id   bigint NOT NULL REFERENCES clubs,
    player_id bigint NOT NULL REFERENCES players,
    ended_at  timestamptz NOT NULL,
    match_id  bigint NOT NULL REFERENCES matches,
    game      text NOT NULL,
    open      boolean NOT NULL,
    placed    integer,
    place     integer,
    PRIMARY KEY (match_id, player_id)
);
CREATE INDEX results_player_idx ON results (club_id, player_id, ended_at, match_id) INCLUDE (game, placed);
CREATE INDEX results_open_idx ON results (club_id, player_id, ended_at, match_id) WHERE open;

-- A player's matches in a club, by game.
CREATE TABLE tallies (
    club_id   bigint NOT NULL REFERENCES clubs,
    player_id bigint NOT NULL REFERENCES players,
    game      text NOT NULL,
    ended     integer NOT NULL,                           -- all that are over
    matches   integer NOT NULL,                           -- that count
    wins      integer NOT NULL,                           -- first places among those
    PRIMARY KEY (club_id, player_id, game)
);

-- The same by whom a player met.
CREATE TABLE rivalries (
    club_id   bigint NOT NULL REFERENCES clubs,
    player_id bigint NOT NULL REFERENCES players,
    rival_id  bigint NOT NULL REFERENCES players,
    ended     integer NOT NULL,
    matches   integer NOT NULL,
    won       integer NOT NULL,                           -- placed before the rival
    lost      integer NOT NULL,
    PRIMARY KEY (club_id, player_id, rival_id)
);

INSERT INTO results SELECT * FROM outcomes;
INSERT INTO tallies
SELECT club_id, player_id, game, count(*), count(place), count(*) FILTER (WHERE place = 1) FROM results GROUP BY 1, 2, 3;
INSERT INTO rivalries
SELECT a.club_id, a.player_id, b.player_id, count(*), count(a.place),
    count(*) FILTER (WHERE a.place < b.place), count(*) FILTER (WHERE a.place > b.place)
FROM results a JOIN results b ON b.match_id = a.match_id AND b.player_id <> a.player_id GROUP BY 1, 2, 3;

-- Brings the three up to date with one match, whose row is locked: with what is
-- new added, and what stood there before taken away. Rows are locked in the order
-- of their players, so that two matches that end at once wait for each other.
-- +goose StatementBegin
CREATE FUNCTION keep_records(match bigint) RETURNS void LANGUAGE sql AS $$
    WITH truth AS (
        SELECT * FROM outcomes WHERE match_id = match
    ), kept AS (
        INSERT INTO results SELECT * FROM truth
        ON CONFLICT (match_id, player_id) DO UPDATE SET place = excluded.place
    ), change AS (
        SELECT 1 AS n, * FROM truth UNION ALL SELECT -1, * FROM results WHERE match_id = match -- as it was before
    ), counted AS (
        INSERT INTO tallies AS k
        SELECT club_id, player_id, game, sum(n), coalesce(sum(n) FILTER (WHERE place IS NOT NULL), 0), coalesce(sum(n) FILTER (WHERE place = 1), 0)
        FROM change GROUP BY club_id, player_id, game ORDER BY player_id
        ON CONFLICT (club_id, player_id, game) DO UPDATE
        SET ended = k.ended + excluded.ended, matches = k.matches + excluded.matches, wins = k.wins + excluded.wins
    )
    INSERT INTO rivalries AS k
    SELECT a.club_id, a.player_id, b.player_id, sum(a.n), coalesce(sum(a.n) FILTER (WHERE a.place IS NOT NULL), 0),
        coalesce(sum(a.n) FILTER (WHERE a.place < b.place), 0), coalesce(sum(a.n) FILTER (WHERE a.place > b.place), 0)
    FROM change a JOIN change b ON b.n = a.n AND b.player_id <> a.player_id
    GROUP BY a.club_id, a.player_id, b.player_id ORDER BY a.player_id, b.player_id
    ON CONFLICT (club_id, player_id, rival_id) DO UPDATE
    SET ended = k.ended + excluded.ended, matches = k.matches + excluded.matches, won = k.won + excluded.won, lost = k.lost + excluded.lost
$$;
-- +goose StatementEnd

-- Whatever ends a match or corrects its result keeps the records, in its own
-- transaction.
-- +goose StatementBegin
CREATE FUNCTION match_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_records(NEW.id);
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER match_ended AFTER UPDATE OF status ON matches FOR EACH ROW
    WHEN (NEW.status = 'over' AND OLD.status <> 'over') EXECUTE FUNCTION match_ended();
-- +goose StatementBegin
CREATE FUNCTION result_corrected() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_records(NEW.match_id);
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER result_corrected AFTER INSERT ON corrections FOR EACH ROW EXECUTE FUNCTION result_corrected();

-- Lists begin with the match that ended last.
DROP INDEX matches_club_ended_idx;
CREATE INDEX matches_club_ended_idx ON matches (club_id, ended_at, id) WHERE status = 'over';

-- A page of the log is read from its end: of what concerns results, which members
-- read, and of accounts; an export by who did something and to whom.
CREATE INDEX audit_results_idx ON audit (club_id, id)
    WHERE action IN ('table_closed_by_host', 'result_void', 'result_places', 'result_restore', 'season_founded', 'season_amended') AND NOT details ? 'private';
CREATE INDEX audit_player_idx ON audit (player_id, id);
CREATE INDEX audit_about_idx ON audit (about, id);
CREATE INDEX audit_account_idx ON audit (id) WHERE club_id IS NULL;
