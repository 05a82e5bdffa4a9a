-- From here on a running match's row keeps a position every so many moves, as far as its own version says, and the
-- moves after it lead to the newest. Positions from before are their own newest. The program before this one, which
-- would take a position for the newest, is not ready on this schema; a move that it made from an old one would have
-- the number of a move that there is, and is refused.

-- +goose Up

COMMENT ON COLUMN matches.state IS 'a position, as old as its version says: the moves after it are played again';
