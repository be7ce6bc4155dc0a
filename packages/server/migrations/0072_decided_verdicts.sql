-- What each account's decisions make of the verdict on the current version of an extension, so that lists weigh no report.
-- Only of extensions that a decision concerns: all others have the verdict that everybody sees.
CREATE TABLE decided_verdict (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Not of the catalogue alone.
  extension_id text NOT NULL,
  -- Null: for everyone; else on the machines of the inventory, where one of its decisions concerns the extension.
  inventory_id uuid REFERENCES inventory ON DELETE CASCADE,
  -- Those that hold and concern it, the newest first.
  decision_ids uuid[] NOT NULL,
  -- The last day on which all of them hold, UTC; afterwards the row says nothing.
  holds_until date NOT NULL,
  -- Null where nothing of it is accepted.
  risk_score smallint,
  risk_order double precision,
  risk_level text,
  classification text,
  headline text,
  accepted_findings text[] NOT NULL DEFAULT '{}',
  -- What everybody sees, of what is accepted.
  raw_score smallint,
  raw_level text,
  raw_classification text,
  UNIQUE NULLS NOT DISTINCT (account_id, extension_id, inventory_id),
  CHECK (num_nonnulls(risk_score, risk_order, risk_level, classification, raw_score, raw_level, raw_classification) IN (0, 7))
);
CREATE INDEX decided_verdict_by_risk ON decided_verdict (account_id, risk_score, risk_order, extension_id)
  WHERE inventory_id IS NULL AND risk_score IS NOT NULL;
CREATE INDEX decided_verdict_by_level ON decided_verdict (account_id, risk_level)
  WHERE inventory_id IS NULL AND risk_score IS NOT NULL;
CREATE INDEX decided_verdict_by_classification ON decided_verdict (account_id, classification)
  WHERE inventory_id IS NULL AND risk_score IS NOT NULL;
CREATE INDEX decided_verdict_by_day ON decided_verdict (holds_until);
CREATE INDEX decided_verdict_by_extension ON decided_verdict (extension_id);
CREATE INDEX decided_verdict_by_inventory ON decided_verdict (inventory_id) WHERE inventory_id IS NOT NULL;

-- By how many more or fewer extensions have a verdict in the eyes of an account than in everybody's. Kept as the counts of
-- verdicts are, by rows that are only added.
CREATE TABLE decided_verdict_count (
  account_id uuid NOT NULL,
  holds_until date NOT NULL,
  risk_level text NOT NULL,
  classification text NOT NULL,
  verdict_score smallint NOT NULL,
  extensions bigint NOT NULL
);
CREATE INDEX decided_verdict_count_by_account ON decided_verdict_count (account_id);

CREATE FUNCTION add_up_decided_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM decided_verdict_count) < 2000 THEN RETURN; END IF;
  -- Any fixed number that nothing else locks. Whoever does not get it leaves the work to the one who did.
  IF NOT pg_try_advisory_xact_lock(1702389094) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM decided_verdict_count RETURNING *)
  INSERT INTO decided_verdict_count
    SELECT account_id, holds_until, risk_level, classification, verdict_score, sum(extensions)
    FROM gone GROUP BY 1, 2, 3, 4, 5 HAVING sum(extensions) <> 0;
END $$;

CREATE FUNCTION count_decided_verdicts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO decided_verdict_count
    SELECT account_id, holds_until, level, class, score, sum(change)
    FROM (SELECT account_id, holds_until, risk_level, classification, risk_score, sign FROM changed
            WHERE inventory_id IS NULL AND risk_score IS NOT NULL
          UNION ALL
          SELECT account_id, holds_until, raw_level, raw_classification, raw_score, -sign FROM changed
            WHERE inventory_id IS NULL AND risk_score IS NOT NULL) AS c (account_id, holds_until, level, class, score, change)
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  PERFORM add_up_decided_counts();
  RETURN NULL;
END $$;
-- Rows are written anew, never updated.
CREATE TRIGGER decided_verdict_inserted AFTER INSERT ON decided_verdict
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_decided_verdicts();
CREATE TRIGGER decided_verdict_deleted AFTER DELETE ON decided_verdict
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_decided_verdicts();

-- Extensions that an account may have decided on otherwise by now. One may stand here many times, so that nobody waits to
-- mark it.
CREATE TABLE stale_decision (account_id uuid NOT NULL, extension_id text NOT NULL);
CREATE INDEX stale_decision_by_extension ON stale_decision (account_id, extension_id);

-- The same of all extensions behind the one that was looked at last.
CREATE TABLE decision_sweep (
  sweep_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  after_extension_id text NOT NULL DEFAULT ''
);
CREATE INDEX decision_sweep_by_account ON decision_sweep (account_id);

CREATE FUNCTION mark_decided() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed decision := coalesce(NEW, OLD);
BEGIN
  IF changed.extension_id IS NOT NULL THEN
    INSERT INTO stale_decision VALUES (changed.account_id, changed.extension_id);
    RETURN NULL;
  END IF;
  -- One that has not begun sees this decision, too: it waits for the lock on its row.
  UPDATE decision_sweep SET after_extension_id = ''
    WHERE account_id = changed.account_id AND after_extension_id = '';
  IF NOT FOUND THEN INSERT INTO decision_sweep (account_id) VALUES (changed.account_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER decision_decided AFTER INSERT OR DELETE OR UPDATE OF expires, versions, taken_back_at ON decision
  FOR EACH ROW EXECUTE FUNCTION mark_decided();

INSERT INTO stale_decision SELECT account_id, extension_id FROM decision
  WHERE extension_id IS NOT NULL AND taken_back_at IS NULL;
INSERT INTO decision_sweep (account_id) SELECT DISTINCT account_id FROM decision
  WHERE extension_id IS NULL AND taken_back_at IS NULL;

CREATE FUNCTION mark_decided_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_decision SELECT DISTINCT account_id, extension_id FROM decided_verdict
    WHERE extension_id = OLD.extension_id;
  RETURN NULL;
END $$;
CREATE TRIGGER extension_decided AFTER DELETE ON extension
  FOR EACH ROW EXECUTE FUNCTION mark_decided_of_removed();

-- Lists ask whether the verdict on an extension may be another one by now.
CREATE INDEX stale_verdict_by_extension ON stale_verdict (extension_id);
