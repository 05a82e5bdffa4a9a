-- Hosts are told of messages that members report.

-- +goose Up

ALTER TABLE callings ALTER COLUMN push SET DEFAULT '{turn,nudge,kept,offer,seat,request,report}';
UPDATE callings SET push = push || '{report}' WHERE 'request' = ANY (push);
