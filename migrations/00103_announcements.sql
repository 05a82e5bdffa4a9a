-- Who wrote an announcement can change it, and hosts pin one of a club above the others.

-- +goose Up

ALTER TABLE announcements ADD COLUMN changed_at timestamptz; -- null: it stands as it was published
ALTER TABLE announcements ADD COLUMN pinned_at timestamptz;

CREATE UNIQUE INDEX announcements_pinned ON announcements (club_id) WHERE pinned_at IS NOT NULL AND hidden_at IS NULL;
