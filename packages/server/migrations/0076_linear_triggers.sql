-- A join of the rows before with those after had a plan kept by the session: made when one row was updated, it compared every
-- row with every other from then on, which for a few thousand takes longer than a statement may. Grouping never does.
CREATE OR REPLACE FUNCTION mark_publishers_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_publisher (publisher_id)
    SELECT DISTINCT publisher_id FROM (
      SELECT publisher_id FROM (
        SELECT extension_id, publisher_id, version, status, user_count, rating_value, rating_count, permhash, last_update
        FROM removed
        UNION ALL
        SELECT extension_id, publisher_id, version, status, user_count, rating_value, rating_count, permhash, last_update
        FROM added) AS row
      GROUP BY extension_id, publisher_id, version, status, user_count, rating_value, rating_count, permhash, last_update
      HAVING count(*) = 1) AS changed
    WHERE publisher_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_ownership_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ownership_change (extension_id, from_publisher_id, to_publisher_id)
    VALUES (NEW.extension_id, OLD.publisher_id, NEW.publisher_id);
  RETURN NULL;
END $$;
CREATE TRIGGER extension_updated_owner AFTER UPDATE ON extension
  FOR EACH ROW WHEN (OLD.publisher_id <> NEW.publisher_id) EXECUTE FUNCTION keep_ownership_change();
