-- How many extensions there are of each kind, so that a filtered list need not count what it does not show.
-- Changes are only ever added as rows of their own, so that two writers never wait for each other here; the
-- sum is the count. What has become many rows is added up by whoever comes next.

CREATE TABLE extension_count (
  status text NOT NULL,
  category text NOT NULL,
  item_category text NOT NULL,
  payment_type text NOT NULL,
  -- Negative where extensions went.
  extensions bigint NOT NULL
);
INSERT INTO extension_count
  SELECT status, category, item_category, payment_type, count(*) FROM extension GROUP BY 1, 2, 3, 4;

CREATE FUNCTION add_up_extension_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM extension_count) < 2000 THEN RETURN; END IF;
  -- Any fixed number that nothing else locks. Whoever does not get it leaves the work to the one who did.
  IF NOT pg_try_advisory_xact_lock(1702389092) THEN RETURN; END IF;
  WITH gone AS (DELETE FROM extension_count RETURNING *)
  INSERT INTO extension_count
    SELECT status, category, item_category, payment_type, sum(extensions)
    FROM gone GROUP BY 1, 2, 3, 4 HAVING sum(extensions) <> 0;
END $$;

CREATE FUNCTION count_kinds_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO extension_count
    SELECT status, category, item_category, payment_type, count(*) FROM added GROUP BY 1, 2, 3, 4;
  PERFORM add_up_extension_counts();
  RETURN NULL;
END $$;
CREATE FUNCTION count_kinds_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO extension_count
    SELECT status, category, item_category, payment_type, -count(*) FROM removed GROUP BY 1, 2, 3, 4;
  PERFORM add_up_extension_counts();
  RETURN NULL;
END $$;
CREATE FUNCTION count_kinds_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO extension_count
    SELECT status, category, item_category, payment_type, sum(change)
    FROM (SELECT status, category, item_category, payment_type, 1 AS change FROM added
          UNION ALL
          SELECT status, category, item_category, payment_type, -1 FROM removed) AS changed
    GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0;
  PERFORM add_up_extension_counts();
  RETURN NULL;
END $$;

CREATE TRIGGER extension_inserted_kind AFTER INSERT ON extension
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_kinds_of_added();
CREATE TRIGGER extension_deleted_kind AFTER DELETE ON extension
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_kinds_of_removed();
CREATE TRIGGER extension_updated_kind AFTER UPDATE ON extension
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_kinds_of_changed();
