-- Links that set a new password, sent by mail to who has forgotten theirs. The code itself is in the letter only.

CREATE TABLE password_reset (
  -- One at a time: a new link ends the one before.
  member_id uuid PRIMARY KEY REFERENCES member ON DELETE CASCADE,
  code_sha256 bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_reset_by_end ON password_reset (expires_at);
