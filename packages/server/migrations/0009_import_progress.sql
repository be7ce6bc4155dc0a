-- How far imports came that have not ended, so that one that was killed goes on from there. The row is
-- written in the transaction of the lines it speaks of.

CREATE TABLE import_progress (
  -- SHA-256 of what tells one state of a file from another.
  source_sha256 bytea PRIMARY KEY,
  lines bigint NOT NULL,
  bytes bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
