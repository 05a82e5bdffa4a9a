-- What happened to a match is told to its players, and turns that began before a long outage are told after it.

-- +goose Up

-- The last time in which no program ran: its end and its length.
ALTER TABLE heartbeat ADD COLUMN back_at timestamptz, ADD COLUMN gone interval;

-- Who has not chosen hears of turns that the table played, and of the end of a match.
ALTER TABLE callings
    ALTER COLUMN push SET DEFAULT '{turn,nudge,missed,kept,offer,seat,over,request,report}',
    ALTER COLUMN mail SET DEFAULT '{turn,missed,kept,seat,over,news}';
UPDATE callings SET push = '{turn,nudge,missed,kept,offer,seat,over,request,report}' WHERE push = '{turn,nudge,kept,offer,seat,request,report}';
UPDATE callings SET mail = '{turn,missed,kept,seat,over,news}' WHERE mail = '{turn,kept,seat,news}';
