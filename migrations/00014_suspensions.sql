-- A suspension has a reason, an end and somebody who decided it.

-- +goose Up

ALTER TABLE memberships
    ADD COLUMN suspended_until timestamptz,               -- null: until somebody lifts it
    ADD COLUMN suspended_by bigint REFERENCES players (id),
    ADD COLUMN suspended_reason text CHECK (char_length(suspended_reason) BETWEEN 1 AND 300),
    ADD COLUMN suspended_after boolean NOT NULL DEFAULT false; -- the matches that were running are played to their end

-- Everybody who has entered a club, with what they may do there now: a suspension
-- ends by this clock.
CREATE VIEW entrants AS
    SELECT club_id, player_id, joined_at, suspended_after,
        CASE WHEN suspended_at IS NULL OR suspended_until <= now() THEN role ELSE 'paused' END AS role
    FROM memberships;

-- Who is suspended is no member for any query that asks for members, but for the
-- matches that they may still play to their end.
CREATE OR REPLACE VIEW members AS
    SELECT club_id, player_id, role, joined_at FROM entrants e
    WHERE role <> 'paused' OR suspended_after AND EXISTS (
        SELECT FROM match_seats s JOIN matches m ON m.id = s.match_id
        WHERE s.player_id = e.player_id AND m.club_id = e.club_id AND m.status = 'playing');
