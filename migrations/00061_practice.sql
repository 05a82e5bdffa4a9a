-- Tables of practice: somebody alone with bots, who may ask for advice and take moves back. What is played there counts
-- nowhere.

-- +goose Up

ALTER TABLE tables ADD COLUMN practice boolean NOT NULL DEFAULT false;

CREATE OR REPLACE VIEW outcomes AS
    SELECT m.club_id, s.player_id, m.ended_at, m.id AS match_id, t.game,
        t.reach = 'club' AND NOT t.practice AS open,      -- at a table that every member may see, and no practice
        CASE WHEN m.outcome->>'how' <> 'closed' AND NOT t.practice
            THEN (m.outcome->'placing'->>s.seat::integer)::integer END AS placed, -- as it was played; null: a host closed the table, or it is practice
        CASE WHEN m.outcome->>'how' <> 'closed' AND t.reach = 'club' AND NOT t.practice AND c.kind IS DISTINCT FROM 'void'
            THEN coalesce(c.places[s.seat + 1], (m.outcome->'placing'->>s.seat::integer)::integer) END AS place -- as it counts; null: it does not
    FROM matches m
    JOIN tables t ON t.id = m.table_id
    JOIN match_seats s ON s.match_id = m.id AND s.player_id IS NOT NULL
    LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
    WHERE m.status = 'over';
