-- Monitors: what is watched, what was seen of it, what happened, and who is told.

-- Where new versions of an extension come from.
CREATE TABLE extension_source (
  extension_id text PRIMARY KEY REFERENCES extension ON DELETE CASCADE,
  store text NOT NULL
    CHECK (store IN ('chrome-web-store', 'edge-add-ons', 'update-manifest', 'folder', 'browser-profile')),
  -- Of a self-hosted extension.
  update_url text CHECK ((update_url IS NOT NULL) = (store = 'update-manifest')),
  -- Null while the store was never asked.
  is_listed boolean,
  store_version text,
  -- What the store marks it with: it was taken down as malware, for one.
  verdict text CHECK (verdict IN ('malware', 'policy-violation', 'potentially-unwanted')),
  -- Of the last answer, for conditional requests.
  etag text,
  checked_at timestamptz
);
CREATE INDEX extension_source_by_store ON extension_source (store, extension_id);

-- How a store fares, so that all processes back off together.
CREATE TABLE store_state (
  store text PRIMARY KEY,
  paused_until timestamptz,
  -- In a row.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  last_problem text
);

CREATE TABLE monitor (
  monitor_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  extension_id text NOT NULL REFERENCES extension ON DELETE CASCADE,
  enabled boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Always the boundary of one of its slots, so that schedulers with different clocks agree.
  next_check_at timestamptz NOT NULL,
  checked_at timestamptz,
  -- The state that was last compared. `json`, not `jsonb`: it quotes manifests, which may hold \u0000.
  seen json NOT NULL,
  -- Differs when the present state may differ from `seen`.
  seen_token text NOT NULL,
  UNIQUE (account_id, extension_id)
);
CREATE INDEX monitor_due ON monitor (next_check_at) WHERE enabled;
CREATE INDEX monitor_by_extension ON monitor (extension_id);

CREATE TABLE monitor_event (
  event_id uuid PRIMARY KEY,
  monitor_id uuid NOT NULL REFERENCES monitor ON DELETE CASCADE,
  event_type text NOT NULL CHECK (event_type IN ('version_update', 'permission_change', 'manifest_change',
    'status_change', 'security_alert', 'publisher_change', 'review_alert', 'removed_from_store')),
  extension_id text NOT NULL,
  details json NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX monitor_event_by_date ON monitor_event (monitor_id, created_at DESC, event_id DESC);
CREATE INDEX monitor_event_by_type ON monitor_event (monitor_id, event_type, created_at DESC, event_id DESC);

CREATE TABLE webhook (
  webhook_id uuid PRIMARY KEY,
  monitor_id uuid NOT NULL REFERENCES monitor ON DELETE CASCADE,
  url text NOT NULL,
  -- Types of event that it receives.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  format text NOT NULL CHECK (format IN ('json', 'slack', 'teams')),
  enabled boolean NOT NULL,
  -- AES-256-GCM with a key that is not in the database, for the webhook's id as its owner.
  secret_sealed bytea NOT NULL,
  -- Since when no attempt has succeeded; null while they do.
  failing_since timestamptz,
  -- Set when the service has disabled it, not its owner.
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK (NOT enabled OR disabled_at IS NULL)
);
CREATE INDEX webhook_by_monitor ON webhook (monitor_id, created_at, webhook_id);

-- Secrets that a rotation has replaced; they sign as well until they expire.
CREATE TABLE webhook_replaced_secret (
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  secret_sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX webhook_replaced_secret_by_webhook ON webhook_replaced_secret (webhook_id, expires_at);

CREATE TABLE delivery (
  -- Sent as `webhook-id` with every attempt.
  delivery_id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  -- Null: a test.
  event_id uuid REFERENCES monitor_event ON DELETE CASCADE,
  event_type text NOT NULL,
  -- Fixed when the event happens, so that every attempt sends the same bytes.
  body bytea NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'exhausted', 'cancelled')),
  -- Of this round.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Raised by a replay.
  round integer NOT NULL DEFAULT 1 CHECK (round >= 1),
  -- While pending.
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((finished_at IS NULL) = (state = 'pending'))
);
CREATE INDEX delivery_by_date ON delivery (webhook_id, created_at DESC, delivery_id DESC);
CREATE INDEX delivery_by_state ON delivery (webhook_id, state, created_at DESC, delivery_id DESC);
CREATE INDEX delivery_by_type ON delivery (webhook_id, event_type, created_at DESC, delivery_id DESC);
CREATE INDEX delivery_by_event ON delivery (event_id);
CREATE INDEX delivery_by_end ON delivery (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE delivery_attempt (
  delivery_id uuid NOT NULL REFERENCES delivery ON DELETE CASCADE,
  round integer NOT NULL,
  -- From 1 in each round.
  attempt integer NOT NULL,
  at timestamptz NOT NULL,
  -- Null: there was no answer.
  status integer,
  -- Null: it succeeded.
  problem text,
  -- The beginning of the answer's body.
  answer bytea NOT NULL CHECK (octet_length(answer) <= 16384),
  milliseconds integer NOT NULL,
  PRIMARY KEY (delivery_id, round, attempt)
);

-- What the members of an account are told.
CREATE TABLE notice (
  notice_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL,
  message text NOT NULL,
  about json NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz
);
CREATE INDEX notice_by_account ON notice (account_id, created_at DESC, notice_id DESC);
CREATE INDEX notice_unread ON notice (account_id, created_at DESC, notice_id DESC) WHERE read_at IS NULL;
