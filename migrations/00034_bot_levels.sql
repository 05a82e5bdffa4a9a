-- Bots have four levels. Those of before were all of one, which goes on as Club.

-- +goose Up
UPDATE seats SET bot = 'club' WHERE bot = 'steady';
UPDATE match_seats SET bot = 'club' WHERE bot = 'steady';

-- +goose Down
UPDATE seats SET bot = 'steady' WHERE bot IS NOT NULL;
UPDATE match_seats SET bot = 'steady' WHERE bot IS NOT NULL;
