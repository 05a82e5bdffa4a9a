-- What a form has made, so that a form that comes twice makes one thing.

-- +goose Up

CREATE TABLE forms (
    player_id bigint NOT NULL REFERENCES players (id),
    idem text NOT NULL CHECK (char_length(idem) BETWEEN 1 AND 64),
    made bigint, -- the id of what it made
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (player_id, idem)
);
CREATE INDEX forms_at_idx ON forms (player_id, at);
CREATE INDEX forms_idem_idx ON forms (idem);
CREATE INDEX tables_host_idx ON tables (host_id, opened_at);
