-- What members have done in matches, by game, and the club's bests. No page counts a history: the transaction that ends
-- a match writes these numbers, and a job counts a club anew after a correction.

-- +goose Up

-- Matches that are over and whose moves nobody has counted yet: those from before there was this, those that a program
-- from before it has ended, and those that ended while the club was counted anew.
CREATE TABLE uncounted (
    match_id bigint PRIMARY KEY REFERENCES matches,
    club_id  bigint NOT NULL REFERENCES clubs
);
CREATE INDEX uncounted_club_idx ON uncounted (club_id, match_id);

-- What a player did in a match, as its moves say. It stays when the result is corrected.
CREATE TABLE counted (
    match_id  bigint NOT NULL REFERENCES matches,
    player_id bigint NOT NULL REFERENCES players,
    seats     smallint NOT NULL,
    score     integer NOT NULL,                           -- the total at the end
    features  jsonb NOT NULL,                             -- an engine.Tally by name, as the game counts
    PRIMARY KEY (match_id, player_id)
);
CREATE INDEX counted_player_idx ON counted (player_id);

-- What all of a player's matches that count have come to, in the order of their ends.
CREATE TABLE numbers (
    club_id   bigint NOT NULL REFERENCES clubs,
    player_id bigint NOT NULL REFERENCES players,
    game      text NOT NULL,                              -- '' for all games together
    list      jsonb NOT NULL,
    PRIMARY KEY (club_id, player_id, game)
);
CREATE INDEX numbers_player_idx ON numbers (player_id);

-- Rivalries, by game.
CREATE TABLE encounters (
    club_id   bigint NOT NULL REFERENCES clubs,
    player_id bigint NOT NULL REFERENCES players,
    rival_id  bigint NOT NULL REFERENCES players,
    game      text NOT NULL,
    matches   integer NOT NULL,                           -- that count
    won       integer NOT NULL,                           -- placed before the rival
    lost      integer NOT NULL,
    PRIMARY KEY (club_id, player_id, rival_id, game)
);
CREATE INDEX encounters_game_idx ON encounters (club_id, player_id, game, matches);
CREATE INDEX encounters_player_idx ON encounters (player_id);
CREATE INDEX encounters_rival_idx ON encounters (rival_id);

-- A club's bests: who set each, at which match, one after the other. The last of each is the one that holds.
CREATE TABLE bests (
    club_id   bigint NOT NULL REFERENCES clubs,
    game      text NOT NULL,                              -- '' for all games together
    name      text NOT NULL,                              -- a feature of the game, or one that all games have
    number    integer NOT NULL CHECK (number > 0),
    value     integer NOT NULL,
    match_id  bigint NOT NULL REFERENCES matches,
    ended_at  timestamptz NOT NULL,                       -- of the match
    player_id bigint NOT NULL REFERENCES players,
    PRIMARY KEY (club_id, game, name, number)
);
CREATE INDEX bests_player_idx ON bests (player_id);
CREATE INDEX bests_match_idx ON bests (match_id);

-- How often members have done something in the matches of a season.
CREATE TABLE season_times (
    season_id bigint NOT NULL REFERENCES seasons,
    club_id   bigint NOT NULL REFERENCES clubs,
    game      text NOT NULL,
    name      text NOT NULL,
    player_id bigint NOT NULL REFERENCES players,
    times     integer NOT NULL,
    PRIMARY KEY (season_id, game, name, player_id)
);
CREATE INDEX season_times_most_idx ON season_times (club_id, game, name, times);
CREATE INDEX season_times_player_idx ON season_times (player_id);

INSERT INTO uncounted SELECT DISTINCT match_id, club_id FROM results WHERE open AND placed IS NOT NULL;
INSERT INTO encounters
    SELECT a.club_id, a.player_id, b.player_id, a.game, count(a.place),
        count(*) FILTER (WHERE a.place < b.place), count(*) FILTER (WHERE a.place > b.place)
    FROM results a JOIN results b ON b.match_id = a.match_id AND b.player_id <> a.player_id
    GROUP BY a.club_id, a.player_id, b.player_id, a.game;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION keep_records(match bigint) RETURNS void LANGUAGE sql AS $$
    WITH truth AS (
        SELECT * FROM outcomes WHERE match_id = match
    ), kept AS (
        INSERT INTO results SELECT * FROM truth
        ON CONFLICT (match_id, player_id) DO UPDATE SET place = excluded.place
    ), change AS (
        SELECT 1 AS n, * FROM truth UNION ALL SELECT -1, * FROM results WHERE match_id = match -- as it was before
    ), counted AS (
        INSERT INTO tallies AS k
        SELECT club_id, player_id, game, sum(n), coalesce(sum(n) FILTER (WHERE place IS NOT NULL), 0),
            coalesce(sum(n) FILTER (WHERE place = 1), 0)
        FROM change GROUP BY club_id, player_id, game ORDER BY player_id
        ON CONFLICT (club_id, player_id, game) DO UPDATE
        SET ended = k.ended + excluded.ended, matches = k.matches + excluded.matches, wins = k.wins + excluded.wins
    ), met AS (
        SELECT a.club_id, a.player_id, b.player_id AS rival_id, a.game, sum(a.n) AS ended,
            coalesce(sum(a.n) FILTER (WHERE a.place IS NOT NULL), 0) AS matches,
            coalesce(sum(a.n) FILTER (WHERE a.place < b.place), 0) AS won,
            coalesce(sum(a.n) FILTER (WHERE a.place > b.place), 0) AS lost
        FROM change a JOIN change b ON b.n = a.n AND b.player_id <> a.player_id
        GROUP BY a.club_id, a.player_id, b.player_id, a.game
    ), by_game AS (
        INSERT INTO encounters AS k
        SELECT club_id, player_id, rival_id, game, matches, won, lost FROM met ORDER BY player_id, rival_id
        ON CONFLICT (club_id, player_id, rival_id, game) DO UPDATE
        SET matches = k.matches + excluded.matches, won = k.won + excluded.won, lost = k.lost + excluded.lost
    )
    INSERT INTO rivalries AS k
    SELECT club_id, player_id, rival_id, ended, matches, won, lost FROM met ORDER BY player_id, rival_id
    ON CONFLICT (club_id, player_id, rival_id) DO UPDATE
    SET ended = k.ended + excluded.ended, matches = k.matches + excluded.matches,
        won = k.won + excluded.won, lost = k.lost + excluded.lost
$$;
CREATE OR REPLACE FUNCTION match_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM keep_records(NEW.id);
    INSERT INTO uncounted SELECT DISTINCT match_id, club_id FROM results
    WHERE match_id = NEW.id AND open AND placed IS NOT NULL;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
