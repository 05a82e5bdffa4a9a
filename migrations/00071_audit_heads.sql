-- The heads of the audit log are signed by a key that is not in the database.

-- +goose Up

CREATE TABLE audit_heads (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id   bigint REFERENCES clubs,  -- NULL: the entries of no club
    place     int NOT NULL CHECK (place > 0),
    hash      bytea NOT NULL CHECK (octet_length(hash) = 32), -- of the entry in this place
    at        timestamptz NOT NULL,
    key       bytea NOT NULL CHECK (octet_length(key) = 32),
    signature bytea NOT NULL CHECK (octet_length(signature) = 64)
);
CREATE UNIQUE INDEX audit_heads_key ON audit_heads (coalesce(club_id, 0), place);
CREATE TRIGGER audit_heads_insert_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE audit_heads;
