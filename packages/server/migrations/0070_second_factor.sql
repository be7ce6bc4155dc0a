-- A second factor beside the password: codes of an authenticator app (RFC 6238), and recovery codes for who has lost it.

CREATE TABLE second_factor (
  member_id uuid PRIMARY KEY REFERENCES member ON DELETE CASCADE,
  -- What the codes are made from: AES-256-GCM with a key that is not in the database.
  sealed_secret bytea NOT NULL,
  -- Null until a code has shown that the app has the secret; nothing is asked for before.
  enabled_at timestamptz,
  -- The step of 30 seconds of the last code that was taken: no code is good twice.
  last_step integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

CREATE TABLE recovery_code (
  member_id uuid NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  -- A code has 80 random bits, so its plain hash gives nothing away.
  code_sha256 bytea NOT NULL,
  PRIMARY KEY (member_id, code_sha256)
);
