-- Secrets of webhook/analyze, the callbacks that are signed with them, and what bulk analysis reads of a report.

CREATE TABLE webhook_secret (
  -- Finds the account of a request. The secret has 256 random bits, so its plain hash gives nothing away.
  secret_sha256 bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- For signing: AES-256-GCM with a key that is not in the database.
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Set by rotation; null for the current one.
  expires_at timestamptz
);
CREATE UNIQUE INDEX webhook_secret_current ON webhook_secret (account_id) WHERE expires_at IS NULL;
CREATE INDEX webhook_secret_by_account ON webhook_secret (account_id, created_at DESC);

CREATE TABLE callback (
  -- Sent as `webhook-id` with every attempt.
  callback_id uuid PRIMARY KEY,
  analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  url text NOT NULL,
  -- `waiting` for the analysis; `pending` until it is delivered or given up.
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'pending', 'delivered', 'exhausted')),
  -- Fixed when the analysis ends, so that every attempt sends the same bytes; let go once they are there.
  body bytea,
  attempts integer NOT NULL DEFAULT 0,
  -- Of the last attempt: HTTP status, why it failed, and the beginning of the answer.
  last_status integer,
  last_problem text,
  last_answer bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CHECK ((body IS NULL) = (state IN ('waiting', 'delivered')))
);
CREATE INDEX callback_by_analysis ON callback (analysis_id) WHERE state = 'waiting';
CREATE INDEX callback_by_account ON callback (account_id, created_at DESC, callback_id);

-- The report's signals, so that bulk analysis need not read whole reports. Null in reports made before.
ALTER TABLE analysis ADD COLUMN signals json;
