-- Bots have four levels. Those of before were all of one, which goes on as Club.

-- +goose Up
UPDATE seats SET bot = 'club' WHERE bot = 'steady';
ALTER TABLE match_seats DISABLE TRIGGER match_seats_insert_only; -- a new name for what was played, not another player
UPDATE match_seats SET bot = 'club' WHERE bot = 'steady';
ALTER TABLE match_seats ENABLE TRIGGER match_seats_insert_only;

-- +goose Down
UPDATE seats SET bot = 'steady' WHERE bot IS NOT NULL;
ALTER TABLE match_seats DISABLE TRIGGER match_seats_insert_only;
UPDATE match_seats SET bot = 'steady' WHERE bot IS NOT NULL;
ALTER TABLE match_seats ENABLE TRIGGER match_seats_insert_only;
