-- What is known to be malicious, and what clusters of extensions with like permissions are listed by.

CREATE TABLE intelligence_feed (
  -- `bundled`, or the URL that it is fetched from.
  feed text PRIMARY KEY,
  -- Of the entries, so that the same ones again change nothing.
  sha256 text NOT NULL,
  entry_count integer NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE intelligence_entry (
  feed text NOT NULL REFERENCES intelligence_feed ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('extension_id', 'package_sha256', 'file_sha256', 'domain')),
  value text NOT NULL,
  -- Whose list it is on.
  source text NOT NULL,
  confidence text NOT NULL CHECK (confidence IN ('low', 'medium', 'high')),
  -- Of the disclosure.
  date date,
  reference text,
  threats text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (kind, value, feed)
);
CREATE INDEX intelligence_entry_by_feed ON intelligence_entry (feed);

-- Whether its id, or the package of a version, is listed with confidence medium or better.
ALTER TABLE extension ADD COLUMN known_malicious boolean NOT NULL DEFAULT false;
CREATE INDEX extension_known_malicious ON extension (extension_id) WHERE known_malicious;

ALTER TABLE permission_set ADD COLUMN known_malicious integer NOT NULL DEFAULT 0;
-- What 1,000 extensions share, of which less than one in a hundred is known to be malicious, says little.
ALTER TABLE permission_set ADD COLUMN is_common boolean NOT NULL GENERATED ALWAYS AS
  (extension_count >= 1000 AND known_malicious::bigint * 100 < extension_count) STORED;
-- 3 critical, 2 high, 1 medium; null for what is not listed as risky.
ALTER TABLE permission_set ADD COLUMN risk_rank smallint GENERATED ALWAYS AS (CASE
  WHEN cardinality(permissions) = 0 THEN NULL
  WHEN risk_level = 'critical' THEN 3
  WHEN risk_level = 'high' THEN 2
  WHEN risk_level = 'medium' THEN 1
  WHEN known_malicious > 0
    AND NOT (extension_count >= 1000 AND known_malicious::bigint * 100 < extension_count) THEN 1
END) STORED;
CREATE INDEX permission_set_risky
  ON permission_set (is_common, risk_rank DESC, total_users DESC, permhash)
  INCLUDE (extension_count)
  WHERE risk_rank IS NOT NULL;

CREATE FUNCTION is_listed(listed_kind text, listed_value text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM intelligence_entry
    WHERE kind = listed_kind AND value = listed_value AND confidence <> 'low')
$$;

CREATE FUNCTION set_known_malicious() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.known_malicious := is_listed('extension_id', NEW.extension_id);
  RETURN NEW;
END $$;
CREATE TRIGGER extension_known_malicious_set BEFORE INSERT ON extension
  FOR EACH ROW EXECUTE FUNCTION set_known_malicious();

CREATE FUNCTION mark_known_malicious_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_listed('package_sha256', NEW.package_sha256) THEN
    UPDATE extension SET known_malicious = true
      WHERE extension_id = NEW.extension_id AND NOT known_malicious;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER version_known_malicious AFTER INSERT OR UPDATE OF package_sha256 ON version
  FOR EACH ROW WHEN (NEW.package_sha256 IS NOT NULL)
  EXECUTE FUNCTION mark_known_malicious_package();

CREATE TRIGGER extension_known_malicious_publisher AFTER UPDATE OF known_malicious ON extension
  FOR EACH ROW
  WHEN (OLD.known_malicious <> NEW.known_malicious AND NEW.publisher_id IS NOT NULL)
  EXECUTE FUNCTION mark_publisher();

-- The triggers that count extensions run before these, by name, and have locked the same rows in order.
CREATE FUNCTION count_inserted_known_malicious() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE permission_set AS s SET known_malicious = s.known_malicious + c.extensions
    FROM (SELECT permhash, count(*) AS extensions FROM added
          WHERE known_malicious AND permhash IS NOT NULL GROUP BY permhash) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $$;
CREATE FUNCTION count_deleted_known_malicious() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE permission_set AS s SET known_malicious = s.known_malicious - c.extensions
    FROM (SELECT permhash, count(*) AS extensions FROM removed
          WHERE known_malicious AND permhash IS NOT NULL GROUP BY permhash) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $$;
CREATE FUNCTION count_updated_known_malicious() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE permission_set AS s SET known_malicious = s.known_malicious + c.extensions
    FROM (SELECT permhash, sum(extensions) AS extensions
          FROM (SELECT permhash, 1 AS extensions FROM added WHERE known_malicious
                UNION ALL
                SELECT permhash, -1 FROM removed WHERE known_malicious) AS change
          WHERE permhash IS NOT NULL GROUP BY permhash HAVING sum(extensions) <> 0) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $$;
CREATE TRIGGER extension_known_malicious_inserted AFTER INSERT ON extension
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_known_malicious();
CREATE TRIGGER extension_known_malicious_deleted AFTER DELETE ON extension
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_known_malicious();
CREATE TRIGGER extension_known_malicious_updated AFTER UPDATE ON extension
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_known_malicious();

-- Near duplicates: 12 bands of 3 MinHash values each. Two sets of which 60 % is shared have a band in
-- common in 95 of 100 cases, those of which 30 % is shared in 28. https://doi.org/10.1109/SEQUEN.1997.666900
CREATE TABLE permission_band (
  permhash text NOT NULL REFERENCES permission_set ON DELETE CASCADE,
  band bigint NOT NULL,
  -- Of the whole set: sets of very different sizes cannot be alike.
  permissions integer NOT NULL,
  PRIMARY KEY (permhash, band)
);
CREATE INDEX permission_band_by_band ON permission_band (band, permissions, permhash);

-- Only the first 1,000 permissions count: manifests may hold any number.
CREATE FUNCTION permission_bands(permissions text[]) RETURNS SETOF bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT hashtextextended(string_agg(least_hash::text, ',' ORDER BY seed), seed / 3)
  FROM (SELECT seed, min(hashtextextended(permission, seed)) AS least_hash
        FROM unnest(permissions[1:1000]) AS permission, generate_series(0, 35) AS seed
        GROUP BY seed) AS minimum
  GROUP BY seed / 3
$$;

CREATE FUNCTION add_permission_bands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO permission_band (permhash, band, permissions)
    SELECT permhash, band, cardinality(permissions)
    FROM added, permission_bands(permissions) AS band;
  RETURN NULL;
END $$;
CREATE TRIGGER permission_set_banded AFTER INSERT ON permission_set
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_permission_bands();
INSERT INTO permission_band (permhash, band, permissions)
  SELECT permhash, band, cardinality(permissions)
  FROM permission_set, permission_bands(permissions) AS band;
