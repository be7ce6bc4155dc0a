-- Publishers: their reputation as it follows from what is held, and what tells when to compute it again.

-- Of the version's manifest; null while that is unknown.
ALTER TABLE version ADD COLUMN manifest_version smallint;

-- `manifest` cannot be asked in SQL: PostgreSQL's JSON functions refuse \u0000. Its text can, because quotes
-- within strings are escaped, so that the pattern only ever matches a key.
CREATE FUNCTION manifest_version_of(manifest json) RETURNS smallint LANGUAGE sql STABLE AS $$
  SELECT substring(manifest::text FROM '"manifest_version"\s*:\s*([0-9]{1,3})(?![0-9.eE])')::smallint
$$;
CREATE FUNCTION set_manifest_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.manifest_version := manifest_version_of(NEW.manifest);
  RETURN NEW;
END $$;
CREATE TRIGGER version_manifest_set BEFORE INSERT OR UPDATE OF manifest ON version
  FOR EACH ROW EXECUTE FUNCTION set_manifest_version();
UPDATE version SET manifest_version = manifest_version_of(manifest) WHERE manifest IS NOT NULL;

-- Computed from `publisher`, which keeps what was told, and from what is held of its extensions.
CREATE TABLE publisher_reputation (
  publisher_id text PRIMARY KEY REFERENCES publisher ON DELETE CASCADE,
  total_extensions integer NOT NULL,
  active_extensions integer NOT NULL,
  obsolete_extensions integer NOT NULL,
  malicious_extensions integer NOT NULL,
  manifest_v2_extensions integer NOT NULL,
  manifest_v3_extensions integer NOT NULL,
  avg_rating double precision NOT NULL,
  total_users bigint NOT NULL,
  email_is_invalid boolean NOT NULL,
  malicious_history boolean NOT NULL,
  score smallint NOT NULL CHECK (score BETWEEN 0 AND 100),
  risk_level text NOT NULL CHECK (risk_level IN ('unknown', 'low', 'medium', 'high', 'critical')),
  -- [{"what": text, "points": number}], which sum up to the score.
  reasons jsonb NOT NULL,
  computed_at timestamptz NOT NULL
);
CREATE INDEX publisher_by_users ON publisher_reputation (total_users, publisher_id);
CREATE INDEX publisher_by_extensions ON publisher_reputation (total_extensions, publisher_id);
CREATE INDEX publisher_by_average ON publisher_reputation (avg_rating, publisher_id);
CREATE INDEX publisher_by_score ON publisher_reputation (score, publisher_id);
CREATE INDEX publisher_by_risk ON publisher_reputation (risk_level, total_users, publisher_id);
CREATE INDEX publisher_with_malicious
  ON publisher_reputation (total_users, publisher_id) WHERE malicious_extensions > 0;
CREATE INDEX publisher_by_author ON publisher (lower(author), publisher_id);
CREATE INDEX publisher_by_creation ON publisher (created_at, publisher_id);
CREATE INDEX publisher_by_country ON publisher (lower(publisher_country), publisher_id);

-- An extension that went from one publisher to another.
CREATE TABLE ownership_change (
  ownership_change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  extension_id text NOT NULL REFERENCES extension ON DELETE CASCADE,
  from_publisher_id text NOT NULL,
  to_publisher_id text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ownership_change_by_new_owner ON ownership_change (to_publisher_id, changed_at);
CREATE INDEX ownership_change_by_extension ON ownership_change (extension_id, changed_at);

-- Publishers whose reputation is out of date from `due_at` on. Only ever inserted into by what changes the
-- catalogue, without a key, so that two imports never wait for each other here.
CREATE TABLE stale_publisher (
  publisher_id text NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stale_publisher_by_time ON stale_publisher (due_at, publisher_id);
CREATE INDEX stale_publisher_by_id ON stale_publisher (publisher_id);
INSERT INTO stale_publisher (publisher_id) SELECT publisher_id FROM publisher;

-- For a publisher's extensions, the reviews of one rating, and who has a history.
CREATE INDEX extension_by_publisher_and_update
  ON extension (publisher_id, last_update, extension_id) WHERE publisher_id IS NOT NULL;
CREATE INDEX review_by_rating_and_date ON review (extension_id, rating, review_date, review_id);
CREATE INDEX analysis_malicious ON analysis (extension_version_id)
  WHERE classification = 'malicious' AND superseded_at IS NULL;

CREATE FUNCTION mark_publisher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_publisher (publisher_id) VALUES (NEW.publisher_id);
  RETURN NULL;
END $$;
CREATE FUNCTION mark_publishers_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_publisher (publisher_id)
    SELECT DISTINCT publisher_id FROM added WHERE publisher_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION mark_publishers_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_publisher (publisher_id)
    SELECT DISTINCT publisher_id FROM removed WHERE publisher_id IS NOT NULL;
  RETURN NULL;
END $$;
-- What changes nothing that a reputation is made of marks nobody, so that importing a file again is cheap.
CREATE FUNCTION mark_publishers_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_publisher (publisher_id)
    SELECT DISTINCT affected.publisher_id
    FROM removed AS o JOIN added AS n USING (extension_id),
      LATERAL (VALUES (o.publisher_id), (n.publisher_id)) AS affected (publisher_id)
    WHERE affected.publisher_id IS NOT NULL
      AND (o.publisher_id, o.version, o.status, o.user_count, o.rating_value, o.rating_count,
           o.permhash, o.last_update)
        IS DISTINCT FROM (n.publisher_id, n.version, n.status, n.user_count, n.rating_value,
           n.rating_count, n.permhash, n.last_update);
  INSERT INTO ownership_change (extension_id, from_publisher_id, to_publisher_id)
    SELECT extension_id, o.publisher_id, n.publisher_id
    FROM removed AS o JOIN added AS n USING (extension_id)
    WHERE o.publisher_id <> n.publisher_id;
  RETURN NULL;
END $$;
CREATE FUNCTION mark_publisher_of_analysis() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_publisher (publisher_id)
    SELECT e.publisher_id FROM version AS v JOIN extension AS e USING (extension_id)
    WHERE v.extension_version_id = NEW.extension_version_id AND e.publisher_id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER publisher_inserted AFTER INSERT ON publisher
  FOR EACH ROW EXECUTE FUNCTION mark_publisher();
CREATE TRIGGER publisher_updated AFTER UPDATE ON publisher
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_publisher();
CREATE TRIGGER extension_inserted_publisher AFTER INSERT ON extension
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION mark_publishers_of_added();
CREATE TRIGGER extension_deleted_publisher AFTER DELETE ON extension
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_publishers_of_removed();
CREATE TRIGGER extension_updated_publisher AFTER UPDATE ON extension
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION mark_publishers_of_changed();
CREATE TRIGGER analysis_completed_publisher AFTER UPDATE OF state ON analysis
  FOR EACH ROW WHEN (NEW.state = 'completed' AND OLD.state <> 'completed')
  EXECUTE FUNCTION mark_publisher_of_analysis();
