-- What queries read out of the key of a notice, and of a pace, has columns.

-- +goose Up

-- The key says what is told once, and is compared as a whole only.
ALTER TABLE notices
    -- Of an offer and an announcement its id, of a report the number of the aside, of a turn and a nudge the seat's last
    -- move before it, 0 for none.
    ADD COLUMN subject bigint,
    -- Of an offer its kind and its new state, of a turn which reminder it is.
    ADD COLUMN what text NOT NULL DEFAULT '' CHECK (char_length(what) <= 40);
UPDATE notices SET
    subject = split_part(key, ' ', CASE WHEN kind IN ('offer', 'news') THEN 2 ELSE 3 END)::bigint,
    what = CASE kind WHEN 'offer' THEN split_part(key, ' ', 3) WHEN 'turn' THEN split_part(key, ' ', 4) ELSE '' END
WHERE kind IN ('turn', 'nudge', 'offer', 'report', 'news')
    AND split_part(key, ' ', CASE WHEN kind IN ('offer', 'news') THEN 2 ELSE 3 END) ~ '^\d{1,18}$';

-- Seconds for a move at a table by days; NULL at others.
ALTER TABLE tables ADD COLUMN slow_move integer GENERATED ALWAYS AS (substring(pace, '^slow (\d{1,9})$')::integer) STORED;
