-- What one or two letters are looked for in, which trigrams do not help with: of each extension the letters and pairs of
-- letters of its text, and how many extensions have each. Kept afterwards, so that no import waits for it; until then the
-- text itself is asked.
CREATE TABLE extension_short_parts (
  extension_id text PRIMARY KEY,
  -- With a space between them, in a third of the room of an array; none has white space itself, as no word has.
  parts text NOT NULL
);
CREATE INDEX extension_short_parts_by_part ON extension_short_parts USING gin (string_to_array(parts, ' '));

CREATE TABLE short_part (
  part text PRIMARY KEY,
  -- As many as have it in `extension_short_parts`.
  extensions integer NOT NULL CHECK (extensions > 0)
);

-- Extensions whose text may be another than what is kept of it. One may stand here many times, so that nobody waits to mark it.
CREATE TABLE stale_short_parts (extension_id text NOT NULL);
INSERT INTO stale_short_parts SELECT extension_id FROM extension;

CREATE FUNCTION mark_short_parts_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_short_parts SELECT extension_id FROM added;
  RETURN NULL;
END $$;
CREATE FUNCTION mark_short_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_short_parts VALUES (OLD.extension_id);
  RETURN NULL;
END $$;
CREATE TRIGGER extension_inserted_short_parts AFTER INSERT ON extension
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_short_parts_of_added();
CREATE TRIGGER extension_updated_short_parts AFTER UPDATE ON extension
  FOR EACH ROW WHEN (NEW.search_text <> OLD.search_text) EXECUTE FUNCTION mark_short_parts();
CREATE TRIGGER extension_deleted_short_parts AFTER DELETE ON extension
  FOR EACH ROW EXECUTE FUNCTION mark_short_parts();
