import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/database.ts';

/** One install of a snapshot that is being read. */
export interface IncomingInstall {
  readonly extensionId: string;
  /** Empty where the source names none. */
  readonly machine: string;
  readonly version: string | undefined;
  readonly user: string | undefined;
  readonly browser: string | undefined;
  readonly profile: string | undefined;
  readonly installType: string | undefined;
  readonly enabled: boolean | undefined;
  readonly reportedMachines: number | undefined;
}

/** What the source tells of an extension itself; of several the last counts. */
export interface IncomingExtension {
  readonly extensionId: string;
  readonly geckoId: string | undefined;
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** JSON */
  readonly manifest: string | undefined;
}

/** A place for a snapshot's rows until all of them have come; it goes with the transaction. */
export async function makeIncoming(trx: DatabaseTransaction): Promise<void> {
  await sql`CREATE TEMPORARY TABLE incoming_install (
    extension_id text, machine text, version text, user_name text, browser text, profile text,
    install_type text, enabled boolean, reported_machines integer) ON COMMIT DROP`.execute(trx);
  await sql`CREATE TEMPORARY TABLE incoming_extension (
    place bigint GENERATED ALWAYS AS IDENTITY, extension_id text, gecko_id text, name text, version text,
    manifest text
  ) ON COMMIT DROP`.execute(trx);
}

export async function addIncoming(
  trx: DatabaseTransaction,
  installs: readonly IncomingInstall[],
  extensions: readonly IncomingExtension[],
): Promise<void> {
  const of = <Key extends keyof IncomingInstall>(key: Key) =>
    installs.map((install) => install[key] ?? null);
  await sql`INSERT INTO incoming_install SELECT * FROM unnest(
    ${of('extensionId')}::text[], ${of('machine')}::text[], ${of('version')}::text[], ${of('user')}::text[],
    ${of('browser')}::text[], ${of('profile')}::text[], ${of('installType')}::text[],
    ${of('enabled')}::boolean[], ${of('reportedMachines')}::integer[])`.execute(trx);
  if (extensions.length === 0) return;
  const about = <Key extends keyof IncomingExtension>(key: Key) =>
    extensions.map((extension) => extension[key] ?? null);
  await sql`INSERT INTO incoming_extension (extension_id, gecko_id, name, version, manifest) SELECT * FROM unnest(
    ${about('extensionId')}::text[], ${about('geckoId')}::text[], ${about('name')}::text[],
    ${about('version')}::text[], ${about('manifest')}::text[])`.execute(trx);
}

/** Puts a snapshot in place: each machine in it has what it says there, and nothing else. @returns what was in it */
export async function takeIncoming(
  trx: DatabaseTransaction,
  inventoryId: string,
  now: Date,
): Promise<{ readonly machines: number; readonly extensions: number }> {
  await sql`ANALYZE incoming_install`.execute(trx);
  await sql`INSERT INTO inventory_machine (inventory_id, key, name, seen_at)
    SELECT ${inventoryId}::uuid, lower(machine), max(machine), ${now}::timestamptz
    FROM incoming_install GROUP BY lower(machine)
    ON CONFLICT (inventory_id, key) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at`.execute(
    trx,
  );
  await sql`DELETE FROM inventory_install WHERE machine_id IN (
    SELECT machine_id FROM inventory_machine
    WHERE inventory_id = ${inventoryId} AND key IN (SELECT lower(machine) FROM incoming_install))`.execute(
    trx,
  );
  await sql`INSERT INTO inventory_install (inventory_id, machine_id, extension_id, version, user_name, browser,
      profile, install_type, enabled, reported_machines)
    SELECT DISTINCT m.inventory_id, m.machine_id, i.extension_id, i.version, i.user_name, i.browser, i.profile,
      i.install_type, i.enabled, CASE WHEN m.key = '' THEN i.reported_machines END
    FROM incoming_install AS i
    JOIN inventory_machine AS m ON m.inventory_id = ${inventoryId} AND m.key = lower(i.machine)`.execute(
    trx,
  );
  await noteExtensions(trx, inventoryId);
  const { rows } = await sql<{ machines: number; extensions: number }>`
    SELECT count(DISTINCT lower(machine)) FILTER (WHERE machine <> '') AS machines,
      count(DISTINCT extension_id) AS extensions FROM incoming_install`.execute(trx);
  return rows[0] ?? { machines: 0, extensions: 0 };
}

/** A verdict on a manifest stays while the manifest does; that of another version stays beside it. */
async function noteExtensions(trx: DatabaseTransaction, inventoryId: string): Promise<void> {
  await sql`CREATE TEMPORARY TABLE told_extension ON COMMIT DROP AS
    SELECT extension_id,
      (array_agg(gecko_id ORDER BY place DESC) FILTER (WHERE gecko_id IS NOT NULL))[1] AS gecko_id,
      (array_agg(name ORDER BY place DESC) FILTER (WHERE name IS NOT NULL))[1] AS name,
      (array_agg(manifest ORDER BY place DESC) FILTER (WHERE manifest IS NOT NULL))[1] AS manifest,
      (array_agg(version ORDER BY place DESC) FILTER (WHERE manifest IS NOT NULL))[1] AS manifest_version
    FROM incoming_extension GROUP BY extension_id`.execute(trx);
  await sql`UPDATE inventory_extension AS e SET manifest_judged_at = NULL, manifest_problem = NULL,
      manifest_risk_score = NULL, manifest_risk_order = NULL, manifest_risk_level = NULL,
      manifest_classification = NULL, manifest_headline = NULL, manifest_ruleset_hash = NULL
    FROM told_extension AS t WHERE e.inventory_id = ${inventoryId} AND e.extension_id = t.extension_id
      AND t.manifest IS NOT NULL AND t.manifest IS DISTINCT FROM e.manifest::text`.execute(trx);
  await sql`INSERT INTO inventory_extension AS e (inventory_id, extension_id, gecko_id, name, manifest, manifest_version)
    SELECT ${inventoryId}::uuid, extension_id, gecko_id, name, manifest::json, manifest_version FROM told_extension
    ON CONFLICT (inventory_id, extension_id) DO UPDATE SET
      gecko_id = coalesce(excluded.gecko_id, e.gecko_id),
      name = coalesce(excluded.name, e.name)`.execute(trx);
  await sql`UPDATE inventory_extension AS e SET
      manifest = t.manifest::json, manifest_version = t.manifest_version,
      manifest_before = CASE WHEN e.manifest_version <> t.manifest_version THEN e.manifest ELSE e.manifest_before END,
      manifest_before_version = CASE WHEN e.manifest_version <> t.manifest_version THEN e.manifest_version
        ELSE e.manifest_before_version END
    FROM told_extension AS t WHERE e.inventory_id = ${inventoryId} AND e.extension_id = t.extension_id
      AND t.manifest IS NOT NULL
      AND (t.manifest, t.manifest_version) IS DISTINCT FROM (e.manifest::text, e.manifest_version)`.execute(
    trx,
  );
}
