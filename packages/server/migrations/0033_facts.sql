-- What reports on current versions say of hosts, APIs, findings, flows, libraries and files, to be searched without reading them.

-- Each value once, with how many extensions have it.
CREATE TABLE fact_value (
  fact_value_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('host', 'api', 'file', 'library', 'finding', 'flow')),
  -- In the order of its bytes, so that what begins alike stands together.
  value text COLLATE "C" NOT NULL,
  extensions integer NOT NULL DEFAULT 0,
  UNIQUE (kind, value)
);
CREATE INDEX fact_value_by_end ON fact_value (kind, (reverse(value) COLLATE "C"));

CREATE TABLE fact (
  fact_value_id bigint NOT NULL REFERENCES fact_value,
  extension_id text NOT NULL REFERENCES extension ON DELETE CASCADE,
  -- Where it is seen first; null where the report does not say.
  file text,
  line integer,
  places integer NOT NULL,
  PRIMARY KEY (fact_value_id, extension_id)
);
CREATE INDEX fact_by_extension ON fact (extension_id);

-- Values are locked in one order, so that an extension that is deleted and those that are judged cannot wait for each other.
CREATE FUNCTION count_facts(counted bigint[], change integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM fact_value WHERE fact_value_id = ANY (counted) ORDER BY fact_value_id FOR UPDATE;
  UPDATE fact_value AS v SET extensions = v.extensions + change * c.facts
    FROM (SELECT id, count(*) AS facts FROM unnest(counted) AS id GROUP BY id) AS c
    WHERE v.fact_value_id = c.id;
END $$;
CREATE FUNCTION count_added_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_facts((SELECT array_agg(fact_value_id) FROM added), 1);
  RETURN NULL;
END $$;
CREATE FUNCTION count_removed_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_facts((SELECT array_agg(fact_value_id) FROM removed), -1);
  RETURN NULL;
END $$;
CREATE TRIGGER fact_inserted AFTER INSERT ON fact
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_facts();
CREATE TRIGGER fact_deleted AFTER DELETE ON fact
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_facts();

-- Of the reports that are there.
INSERT INTO stale_verdict (extension_id)
  SELECT e.extension_id FROM extension AS e
  JOIN version AS v ON v.extension_id = e.extension_id AND v.version = e.version
  JOIN analysis AS a ON a.extension_version_id = v.extension_version_id
  WHERE a.state = 'completed' AND a.superseded_at IS NULL;
