-- Matches with real cards that a game night has written down count among a player's numbers and a club's records.

-- +goose Up

CREATE VIEW papers AS -- what a confirmed sheet has come to for each of its players, as its last correction has it
    SELECT m.club_id, m.id AS match_id, m.ended_at, m.game, s.player_id, coalesce(s.points, 0) AS score,
        coalesce(c.places[s.seat + 1], s.place)::integer AS place,
        (SELECT count(*) FROM recorded_seats WHERE match_id = m.id)::integer AS seats
    FROM recorded_matches m
    JOIN recorded_seats s ON s.match_id = m.id AND s.player_id IS NOT NULL
    LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE recorded_id = m.id ORDER BY id DESC LIMIT 1) c ON true
    WHERE m.night_id IS NOT NULL AND m.counts AND c.kind IS DISTINCT FROM 'void';

-- Bests follow from both kinds of matches, whose numbers are of one sequence.
ALTER TABLE bests DROP CONSTRAINT bests_match_id_fkey;
