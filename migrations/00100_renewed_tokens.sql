-- A session gets another token when its player proves again who they are; the one before is good for a moment more.

-- +goose Up

ALTER TABLE sessions ADD COLUMN former_hash bytea CHECK (octet_length(former_hash) = 32);
ALTER TABLE sessions ADD COLUMN renewed_at timestamptz;

CREATE UNIQUE INDEX sessions_former_hash ON sessions (former_hash) WHERE former_hash IS NOT NULL;
