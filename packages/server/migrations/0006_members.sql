-- Members who were invited and have yet to choose a password. Until they do, their `password_hash` is empty,
-- which no password matches.

CREATE TABLE invitation (
  member_id uuid PRIMARY KEY REFERENCES member ON DELETE CASCADE,
  -- The code itself is shown once, to the owner who invites.
  code_sha256 bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
