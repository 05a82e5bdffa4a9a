-- Competitions: Swiss, leagues and knockouts, from round to round over an evening or over weeks.

-- +goose Up

CREATE TABLE competitions (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id    bigint NOT NULL REFERENCES clubs,
    name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
    charter    jsonb NOT NULL,                        -- competition.Charter; editable until the first round is drawn
    created_by bigint NOT NULL REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    over_at    timestamptz,
    list       jsonb NOT NULL DEFAULT '[]'            -- []standing.Line, as charter and results have it
);
CREATE INDEX competitions_club ON competitions (club_id, id);
CREATE INDEX competitions_by ON competitions (created_by);

-- What a competition with rounds changed its charter to, and why; the last one holds.
CREATE TABLE competition_amendments (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    competition_id bigint NOT NULL REFERENCES competitions,
    charter        jsonb NOT NULL,
    due_at         timestamptz,                       -- of the last round, if it was changed
    reason         text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
    created_by     bigint NOT NULL REFERENCES players,
    created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX competition_amendments_of ON competition_amendments (competition_id, id);
CREATE INDEX competition_amendments_by ON competition_amendments (created_by);
CREATE TRIGGER competition_amendments_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON competition_amendments
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE competitors (
    competition_id bigint NOT NULL REFERENCES competitions,
    player_id      bigint NOT NULL REFERENCES players,
    seed           smallint NOT NULL,                 -- 1 is the best; settled with the first round
    from_round     smallint NOT NULL DEFAULT 1,       -- the first one they could be drawn in
    left_round     smallint,                          -- the first one for which they are not drawn
    entered_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (competition_id, player_id)
);
CREATE INDEX competitors_player ON competitors (player_id);

CREATE TABLE competition_rounds (
    competition_id bigint NOT NULL REFERENCES competitions,
    number         smallint NOT NULL CHECK (number > 0),
    lot            bigint NOT NULL,                   -- the same charter, entrants, results and lot give the same tables
    drawn_by       bigint NOT NULL REFERENCES players,
    drawn_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    due_at         timestamptz,
    closed_at      timestamptz,                       -- when the charter's rule for tables without a result was followed
    PRIMARY KEY (competition_id, number)
);
CREATE INDEX competition_rounds_by ON competition_rounds (drawn_by);
CREATE INDEX competition_rounds_due ON competition_rounds (due_at) WHERE closed_at IS NULL;

CREATE TABLE competition_tables (
    competition_id bigint NOT NULL,
    round          smallint NOT NULL,
    number         smallint NOT NULL CHECK (number > 0),
    table_id       bigint UNIQUE REFERENCES tables,   -- where it is played
    reasons        jsonb NOT NULL,                    -- []pairing.Reason
    PRIMARY KEY (competition_id, round, number),
    FOREIGN KEY (competition_id, round) REFERENCES competition_rounds ON DELETE CASCADE
);

CREATE TABLE competition_seats (
    competition_id bigint NOT NULL,
    round          smallint NOT NULL,
    number         smallint NOT NULL,                 -- of the table; 0: has a bye
    seat           smallint NOT NULL,
    player_id      bigint NOT NULL REFERENCES players,
    place          smallint CHECK (place > 0),        -- of a result that a host or the charter has decided; null: that of the match
    reasons        jsonb,                             -- pairing.Reason of a bye
    PRIMARY KEY (competition_id, round, number, seat),
    UNIQUE (competition_id, round, player_id),
    FOREIGN KEY (competition_id, round) REFERENCES competition_rounds ON DELETE CASCADE
);
CREATE INDEX competition_seats_player ON competition_seats (player_id);

-- +goose StatementBegin
CREATE FUNCTION competition_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM competition_rounds WHERE competition_id = OLD.id) THEN
        RAISE EXCEPTION 'competition % has rounds: its charter is only ever amended', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'competition_is_frozen';
    END IF;
    RETURN coalesce(NEW, OLD);
END
$$;
-- +goose StatementEnd
CREATE TRIGGER competition_is_frozen BEFORE UPDATE OF club_id, charter OR DELETE ON competitions
    FOR EACH ROW EXECUTE FUNCTION competition_is_frozen();

-- A placeholder's amendments become those of the account that claims it, too.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME IN ('match_seats', 'corrections', 'amendments', 'competition_amendments')
        AND current_setting('carteado.claim', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '% of % refused: its rows are only ever inserted', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- +goose StatementEnd
