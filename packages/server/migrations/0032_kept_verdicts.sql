-- What lists show, filter and sort by of the verdict on the current version, so that they read no report. Null where there is
-- no verdict; of an extension whose package was not seen, what is known of its id.
ALTER TABLE extension
  ADD COLUMN verdict_score smallint,
  ADD COLUMN verdict_order double precision,
  ADD COLUMN risk_level text,
  ADD COLUMN classification text,
  ADD COLUMN headline text,
  ADD COLUMN analyzed_at timestamptz,
  -- Of the audit of the current version; null where nobody has asked for one.
  ADD COLUMN analysis_state text CHECK (analysis_state IN ('audited', 'outdated', 'waiting', 'failed')),
  -- The manifest of the current version is known where its permission set is.
  ADD COLUMN audit_state text NOT NULL GENERATED ALWAYS AS
    (coalesce(analysis_state, CASE WHEN permhash IS NULL THEN 'unseen' ELSE 'unaudited' END)) STORED,
  -- What words are looked for in, in lower case.
  ADD COLUMN search_text text NOT NULL DEFAULT '';

-- No word reaches from one field into the next.
CREATE FUNCTION extension_search_text(name text, description text, asked_publisher_id text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT lower(concat_ws(E'\n', name, description, asked_publisher_id,
    (SELECT author FROM publisher WHERE publisher_id = asked_publisher_id)))
$$;

-- Nothing that is counted or judged changes. Reports of all rule sets count as current until the service starts, which
-- knows better.
ALTER TABLE extension DISABLE TRIGGER USER;
UPDATE extension AS e SET
  search_text = extension_search_text(e.name, e.description, e.publisher_id),
  verdict_score = a.risk_score,
  verdict_order = a.risk_order,
  risk_level = a.risk_level,
  classification = a.classification,
  headline = a.headline,
  analyzed_at = a.finished_at,
  analysis_state = CASE WHEN a.analysis_id IS NOT NULL THEN 'audited' END
FROM extension AS o
LEFT JOIN version AS v ON v.extension_id = o.extension_id AND v.version = o.version
LEFT JOIN analysis AS a ON a.extension_version_id = v.extension_version_id
  AND a.state = 'completed' AND a.superseded_at IS NULL
WHERE e.extension_id = o.extension_id;
ALTER TABLE extension ENABLE TRIGGER USER;

INSERT INTO stale_verdict (extension_id)
  SELECT extension_id FROM extension WHERE known_malicious
  UNION
  SELECT v.extension_id FROM analysis AS a JOIN version AS v USING (extension_version_id)
  WHERE a.superseded_at IS NULL AND a.state <> 'completed';

CREATE INDEX extension_by_risk_level ON extension (risk_level, last_update, extension_id);
CREATE INDEX extension_by_audit_state ON extension (audit_state, last_update, extension_id);
CREATE INDEX extension_by_classification ON extension (classification, last_update, extension_id)
  WHERE classification IS NOT NULL;
CREATE INDEX extension_by_verdict_score ON extension (verdict_score, last_update, extension_id)
  WHERE verdict_score IS NOT NULL;
-- Without nulls, so that a page can begin after any of them.
DROP INDEX extension_by_risk;
CREATE INDEX extension_by_risk ON extension (coalesce(risk_score, -1), coalesce(risk_order, -1), extension_id);
DROP INDEX extension_by_text;
CREATE INDEX extension_by_search_text ON extension USING gin (search_text gin_trgm_ops);

CREATE INDEX permission_set_by_permission ON permission_set USING gin (permissions);

CREATE FUNCTION set_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := extension_search_text(NEW.name, NEW.description, NEW.publisher_id);
  RETURN NEW;
END $$;
CREATE TRIGGER extension_search_text_set
  BEFORE INSERT OR UPDATE OF name, description, publisher_id ON extension
  FOR EACH ROW EXECUTE FUNCTION set_search_text();

-- Whoever keeps verdicts up to date keeps what words are looked for in as well.
CREATE TRIGGER publisher_author_texts AFTER UPDATE OF author ON publisher
  FOR EACH ROW WHEN (NEW.author <> OLD.author)
  EXECUTE FUNCTION mark_verdicts_of_publisher();

CREATE TRIGGER extension_verdict_of_id AFTER INSERT ON extension
  FOR EACH ROW WHEN (NEW.known_malicious)
  EXECUTE FUNCTION mark_verdict_of_extension();

-- An audit that was asked for or has failed is seen in lists as well.
DROP TRIGGER analysis_verdict ON analysis;
CREATE TRIGGER analysis_verdict AFTER UPDATE OF state, superseded_at ON analysis
  FOR EACH ROW WHEN (NEW.state IN ('completed', 'failed'))
  EXECUTE FUNCTION mark_verdict_of_analysis();
CREATE TRIGGER analysis_verdict_asked AFTER INSERT ON analysis
  FOR EACH ROW EXECUTE FUNCTION mark_verdict_of_analysis();

-- How many extensions have which verdict, kept as those of each kind are.
CREATE TABLE extension_verdict_count (
  audit_state text NOT NULL,
  risk_level text,
  classification text,
  verdict_score smallint,
  -- Negative where extensions went.
  extensions bigint NOT NULL
);
INSERT INTO extension_verdict_count
  SELECT audit_state, risk_level, classification, verdict_score, count(*) FROM extension GROUP BY 1, 2, 3, 4;

CREATE FUNCTION add_up_verdict_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM extension_verdict_count) < 2000 THEN RETURN; END IF;
  -- Any fixed number that nothing else locks. Whoever does not get it leaves the work to the one who did.
  IF NOT pg_try_advisory_xact_lock(1702389093) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM extension_verdict_count RETURNING *)
  INSERT INTO extension_verdict_count
    SELECT audit_state, risk_level, classification, verdict_score, sum(extensions)
    FROM gone GROUP BY 1, 2, 3, 4 HAVING sum(extensions) <> 0;
END $$;

CREATE FUNCTION count_verdicts_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO extension_verdict_count
    SELECT audit_state, risk_level, classification, verdict_score, count(*) FROM added GROUP BY 1, 2, 3, 4;
  PERFORM add_up_verdict_counts();
  RETURN NULL;
END $$;
CREATE FUNCTION count_verdicts_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO extension_verdict_count
    SELECT audit_state, risk_level, classification, verdict_score, -count(*) FROM removed GROUP BY 1, 2, 3, 4;
  PERFORM add_up_verdict_counts();
  RETURN NULL;
END $$;
CREATE FUNCTION count_verdicts_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO extension_verdict_count
    SELECT audit_state, risk_level, classification, verdict_score, sum(change)
    FROM (SELECT audit_state, risk_level, classification, verdict_score, 1 AS change FROM added
          UNION ALL
          SELECT audit_state, risk_level, classification, verdict_score, -1 FROM removed) AS changed
    GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0;
  PERFORM add_up_verdict_counts();
  RETURN NULL;
END $$;

CREATE TRIGGER extension_inserted_verdict AFTER INSERT ON extension
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_verdicts_of_added();
CREATE TRIGGER extension_deleted_verdict AFTER DELETE ON extension
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_verdicts_of_removed();
CREATE TRIGGER extension_updated_verdict AFTER UPDATE ON extension
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_verdicts_of_changed();
