-- Players are told of the rounds of competitions: opened, an hour named or arranged, a day before the end.

-- +goose Up

ALTER TABLE notices ADD COLUMN moment timestamptz; -- the time that it tells of, as the end of a round

ALTER TABLE callings
    ALTER COLUMN push SET DEFAULT '{turn,nudge,missed,kept,offer,seat,over,request,report,night,competition}',
    ALTER COLUMN mail SET DEFAULT '{turn,missed,kept,seat,over,news,night,competition}';
UPDATE callings SET push = push || '{competition}' WHERE 'seat' = ANY (push);
UPDATE callings SET mail = mail || '{competition}' WHERE 'seat' = ANY (mail);
