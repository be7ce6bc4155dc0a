-- The catalogue: publishers, extensions, their versions and packages, and what was found in them.

-- Serves `search` in names and descriptions.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE publisher (
  publisher_id text PRIMARY KEY,
  author text NOT NULL DEFAULT '',
  email text,
  email_is_invalid boolean NOT NULL DEFAULT false,
  website text,
  publisher_country text,
  risk_level text NOT NULL DEFAULT 'unknown'
    CHECK (risk_level IN ('unknown', 'low', 'medium', 'high', 'critical')),
  is_verified boolean NOT NULL DEFAULT false,
  malicious_history boolean NOT NULL DEFAULT false,
  -- As the store reported them; we may hold fewer.
  reported_extensions integer NOT NULL DEFAULT 0,
  reported_active_extensions integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One row for each set of permissions that was ever seen, with the counts that clusters are listed by.
CREATE TABLE permission_set (
  permhash text PRIMARY KEY CHECK (permhash ~ '^[0-9a-f]{64}$'),
  permissions text[] NOT NULL,
  risk_level text CHECK (risk_level IN ('medium', 'high', 'critical')),
  risk_reasons text[] NOT NULL DEFAULT '{}',
  extension_count integer NOT NULL DEFAULT 0,
  total_users bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX permission_set_by_risk
  ON permission_set (risk_level, total_users DESC, permhash) WHERE risk_level IS NOT NULL;

CREATE TABLE extension (
  extension_id text PRIMARY KEY CHECK (extension_id ~ '^[a-p]{32}$'),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  version text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'obsolete')),
  user_count integer NOT NULL DEFAULT 0 CHECK (user_count >= 0),
  rating_value double precision NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  category text NOT NULL DEFAULT '',
  item_category text NOT NULL DEFAULT '',
  payment_type text NOT NULL DEFAULT 'free' CHECK (payment_type IN ('free', 'in_app', 'in_store')),
  is_trusted_publisher boolean NOT NULL DEFAULT false,
  by_google boolean NOT NULL DEFAULT false,
  is_featured boolean NOT NULL DEFAULT false,
  last_update timestamptz NOT NULL,
  -- Null while the publisher is unknown, as after an upload.
  publisher_id text REFERENCES publisher,
  -- Of the current version; null while its manifest is unknown.
  permhash text REFERENCES permission_set,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX extension_by_update ON extension (last_update, extension_id);
CREATE INDEX extension_by_name ON extension (lower(name), extension_id);
CREATE INDEX extension_by_rating ON extension (rating_value, extension_id);
CREATE INDEX extension_by_users ON extension (user_count, extension_id);
CREATE INDEX extension_by_category ON extension (category, last_update, extension_id);
CREATE INDEX extension_by_item_category ON extension (item_category, last_update, extension_id);
CREATE INDEX extension_by_status ON extension (status, last_update, extension_id);
CREATE INDEX extension_by_payment ON extension (payment_type, last_update, extension_id);
CREATE INDEX extension_by_publisher ON extension (publisher_id, status);
CREATE INDEX extension_by_permhash ON extension (permhash, user_count DESC, extension_id);
CREATE INDEX extension_by_text
  ON extension USING gin (name gin_trgm_ops, description gin_trgm_ops);

CREATE TABLE package (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  format text NOT NULL,
  size_bytes bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE version (
  extension_version_id uuid PRIMARY KEY,
  extension_id text NOT NULL REFERENCES extension ON DELETE CASCADE,
  version text NOT NULL,
  size_bytes bigint NOT NULL DEFAULT 0,
  -- Null while only metadata is known.
  package_sha256 text REFERENCES package,
  -- The file's bytes as they came.
  manifest_raw bytea,
  -- `json`, not `jsonb`: a manifest may hold \u0000 and lone surrogates, which jsonb refuses.
  manifest json,
  permhash text REFERENCES permission_set,
  permhash_mandiant text,
  created_at timestamptz NOT NULL,
  UNIQUE (extension_id, version)
);
CREATE INDEX version_by_date ON version (extension_id, created_at DESC, extension_version_id);
CREATE INDEX version_by_package ON version (package_sha256);
CREATE INDEX version_by_permhash_mandiant ON version (permhash_mandiant);

CREATE TABLE media (
  extension_id text NOT NULL REFERENCES extension ON DELETE CASCADE,
  position integer NOT NULL,
  type text NOT NULL,
  media_url text NOT NULL,
  PRIMARY KEY (extension_id, position)
);

CREATE TABLE review (
  review_id uuid PRIMARY KEY,
  extension_id text NOT NULL REFERENCES extension ON DELETE CASCADE,
  reviewer_name text NOT NULL DEFAULT '',
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  review_date date NOT NULL,
  review_text text NOT NULL DEFAULT '',
  review_text_hash text NOT NULL,
  UNIQUE (extension_id, reviewer_name, review_date, review_text_hash)
);
CREATE INDEX review_by_date ON review (extension_id, review_date, review_id);
CREATE INDEX review_by_rating ON review (extension_id, rating, review_id);
CREATE INDEX review_by_reviewer ON review (extension_id, lower(reviewer_name), review_id);

CREATE TABLE analysis (
  analysis_id uuid PRIMARY KEY,
  extension_version_id uuid NOT NULL REFERENCES version ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'processing', 'completed', 'failed')),
  priority text NOT NULL CHECK (priority IN ('low', 'normal', 'high')),
  -- The job that makes the report.
  message_id uuid NOT NULL,
  ruleset_version text,
  ruleset_hash text,
  intel_hash text,
  report json,
  risk_score integer CHECK (risk_score BETWEEN 0 AND 100),
  risk_level text,
  classification text,
  -- Why it failed.
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Set when a later report of the same version took its place.
  superseded_at timestamptz,
  CHECK ((state = 'completed') = (report IS NOT NULL)),
  CHECK ((state = 'failed') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX analysis_one_unfinished
  ON analysis (extension_version_id) WHERE state IN ('queued', 'processing');
CREATE UNIQUE INDEX analysis_one_current
  ON analysis (extension_version_id) WHERE state = 'completed' AND superseded_at IS NULL;
CREATE INDEX analysis_by_version ON analysis (extension_version_id, created_at DESC, analysis_id);

-- Which workers are alive, so that the API can say when no one would do the work.
CREATE TABLE worker (
  worker_id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX worker_by_sight ON worker (seen_at);

-- Keeps the counts of permission_set. By statement, with the rows locked in one order, so that two
-- imports cannot wait for each other.
CREATE FUNCTION count_inserted_extensions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM permission_set WHERE permhash IN (SELECT permhash FROM added)
    ORDER BY permhash FOR UPDATE;
  UPDATE permission_set AS s
    SET extension_count = s.extension_count + c.extensions, total_users = s.total_users + c.users
    FROM (SELECT permhash, count(*) AS extensions, sum(user_count) AS users
          FROM added WHERE permhash IS NOT NULL GROUP BY permhash) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $$;

CREATE FUNCTION count_deleted_extensions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM permission_set WHERE permhash IN (SELECT permhash FROM removed)
    ORDER BY permhash FOR UPDATE;
  UPDATE permission_set AS s
    SET extension_count = s.extension_count - c.extensions, total_users = s.total_users - c.users
    FROM (SELECT permhash, count(*) AS extensions, sum(user_count) AS users
          FROM removed WHERE permhash IS NOT NULL GROUP BY permhash) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $$;

CREATE FUNCTION count_updated_extensions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM permission_set
    WHERE permhash IN (SELECT permhash FROM added UNION SELECT permhash FROM removed)
    ORDER BY permhash FOR UPDATE;
  UPDATE permission_set AS s
    SET extension_count = s.extension_count + c.extensions, total_users = s.total_users + c.users
    FROM (SELECT permhash, sum(extensions) AS extensions, sum(users) AS users
          FROM (SELECT permhash, 1 AS extensions, user_count AS users FROM added
                UNION ALL
                SELECT permhash, -1, -user_count FROM removed) AS change
          WHERE permhash IS NOT NULL
          GROUP BY permhash HAVING sum(extensions) <> 0 OR sum(users) <> 0) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $$;

CREATE TRIGGER extension_inserted AFTER INSERT ON extension
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_extensions();
CREATE TRIGGER extension_deleted AFTER DELETE ON extension
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_extensions();
CREATE TRIGGER extension_updated AFTER UPDATE ON extension
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_extensions();
