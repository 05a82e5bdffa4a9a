-- Nudges, kept seats and proposals are notices, too.

-- +goose Up

ALTER TABLE callings
    ALTER COLUMN push SET DEFAULT '{turn,nudge,kept,offer,seat,request}',
    ALTER COLUMN mail SET DEFAULT '{turn,kept,seat,news}';
UPDATE callings SET push = array(SELECT DISTINCT unnest(push || '{nudge,kept,offer}')) WHERE 'turn' = ANY (push);
UPDATE callings SET mail = mail || '{kept}' WHERE 'turn' = ANY (mail);
