-- Who has met whom is kept by game alone: over all games it is the sum.

-- +goose Up

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
    )
    INSERT INTO encounters AS k
    SELECT a.club_id, a.player_id, b.player_id, a.game, coalesce(sum(a.n) FILTER (WHERE a.place IS NOT NULL), 0),
        coalesce(sum(a.n) FILTER (WHERE a.place < b.place), 0), coalesce(sum(a.n) FILTER (WHERE a.place > b.place), 0)
    FROM change a JOIN change b ON b.n = a.n AND b.player_id <> a.player_id
    GROUP BY a.club_id, a.player_id, b.player_id, a.game ORDER BY a.player_id, b.player_id
    ON CONFLICT (club_id, player_id, rival_id, game) DO UPDATE
    SET matches = k.matches + excluded.matches, won = k.won + excluded.won, lost = k.lost + excluded.lost
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION claim_player(claimed bigint, account bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
DECLARE
    named record;
BEGIN
    UPDATE players SET claimed_by = account WHERE id = claimed AND placeholder AND claimed_by IS NULL
        AND deleted_at IS NULL
        AND EXISTS (SELECT FROM players p WHERE p.id = account AND NOT p.placeholder AND p.deleted_at IS NULL);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'player % cannot be claimed', claimed USING ERRCODE = 'check_violation';
    END IF;
    INSERT INTO tallies AS k SELECT club_id, account, game, ended, matches, wins FROM tallies WHERE player_id = claimed
    ON CONFLICT (club_id, player_id, game) DO UPDATE
    SET ended = k.ended + excluded.ended, matches = k.matches + excluded.matches, wins = k.wins + excluded.wins;
    INSERT INTO encounters AS k
    SELECT club_id, account, rival_id, game, matches, won, lost FROM encounters WHERE player_id = claimed
    UNION ALL SELECT club_id, player_id, account, game, matches, won, lost FROM encounters WHERE rival_id = claimed
    ON CONFLICT (club_id, player_id, rival_id, game) DO UPDATE
    SET matches = k.matches + excluded.matches, won = k.won + excluded.won, lost = k.lost + excluded.lost;
    DELETE FROM tallies WHERE player_id = claimed;
    DELETE FROM encounters WHERE claimed IN (player_id, rival_id);
    DELETE FROM night_answers a WHERE player_id = claimed
        AND EXISTS (SELECT FROM night_answers b WHERE b.night_id = a.night_id AND b.player_id = account);
    DELETE FROM table_guests a WHERE player_id = claimed
        AND EXISTS (SELECT FROM table_guests b WHERE b.table_id = a.table_id AND b.player_id = account);
    PERFORM set_config('carteado.claim', 'on', true);
    FOR named IN
        SELECT c.conrelid::regclass AS rows, a.attname AS player
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.confrelid = 'players'::regclass AND c.conrelid::regclass::text NOT IN ('audit',
            'players', 'placeholders', 'invitations', 'seals', 'numbers', 'bests', 'season_times', 'rated', 'ratings')
        ORDER BY 1, 2
    LOOP
        EXECUTE format('UPDATE %s SET %2$I = $1 WHERE %2$I = $2', named.rows, named.player) USING account, claimed;
    END LOOP;
    PERFORM set_config('carteado.claim', '', true);
END $$;
-- +goose StatementEnd

DROP TABLE rivalries;
