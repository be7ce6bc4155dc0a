import type { PolicyBrowser } from '@extaudit/contract';
import { askedPermissions, contentScriptMatches, type JsonObject } from '@extaudit/engine';
import { riskLevels } from '@extaudit/engine/vocabulary';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import {
  listNamedByPolicy,
  listPolicyExtensions,
  type PolicyExtension,
} from '../../storage/policy/policy-extension.ts';
import type { AnsweredRow } from '../inventory/row-answer.ts';
import type { DecidedVerdict } from '../decision/weigh-extensions.ts';
import type { NamedExtension, PolicyRule } from './policy-rule.ts';
import type { PolicySubject } from './policy-subject.ts';

/** A policy has an entry for each; browsers read larger ones slowly, and consoles refuse them. */
const subjectsMax = 5_000;

/** The extensions of the catalogue that the rules may have to name. @throws Refusal where they are too many */
export async function idsInCatalogue(
  db: Database,
  browser: PolicyBrowser,
  rules: readonly PolicyRule[],
  decidedIds: readonly string[],
): Promise<readonly string[]> {
  const bans = rules.flatMap((rule) =>
    rule.verb === 'block' || rule.verb === 'remove' ? rule.ban : [],
  );
  const levels = bans.flatMap((ban) =>
    ban.kind === 'level' ? riskLevels.slice(riskLevels.indexOf(ban.level)) : [],
  );
  const extensionIds = [...namedIds(rules), ...decidedIds];
  const found = await listNamedByPolicy(
    db,
    {
      extensionIds,
      levels: [...new Set(levels)],
      classes: bans.flatMap((ban) => (ban.kind === 'class' ? ban.classification : [])),
      findings: findingsOf(rules),
      permissions: rules.flatMap((rule) => namedPermission(rule, browser)),
    },
    subjectsMax + 1,
  );
  const ids = [...new Set([...extensionIds, ...found])].toSorted((a, b) => (a < b ? -1 : 1));
  if (ids.length > subjectsMax) {
    throw new Refusal(
      'invalid_parameter',
      `the rules name more than ${subjectsMax} extensions of the catalogue; name an inventory_id, so that only what is installed counts, or stricter rules`,
    );
  }
  return ids;
}

/** Of a ban that needs an entry for each extension. */
function namedPermission(rule: PolicyRule, browser: PolicyBrowser): readonly string[] {
  const isEach = rule.verb === 'remove' || (rule.verb === 'block' && browser === 'firefox');
  return isEach && rule.ban.kind === 'permission' ? [rule.ban.permission] : [];
}

export function namedIds(rules: readonly PolicyRule[]): readonly string[] {
  return namedExtensions(rules).map(({ extensionId }) => extensionId);
}

function namedExtensions(rules: readonly PolicyRule[]): readonly NamedExtension[] {
  return rules.flatMap((rule) => {
    if (rule.verb === 'allow' || rule.verb === 'minimum') return rule;
    if (rule.verb !== 'block' && rule.verb !== 'remove') return [];
    return rule.ban.kind === 'extension' ? rule.ban : [];
  });
}

function findingsOf(rules: readonly PolicyRule[]): readonly string[] {
  return rules.flatMap((rule) =>
    (rule.verb === 'block' || rule.verb === 'remove') && rule.ban.kind === 'finding'
      ? rule.ban.rule
      : [],
  );
}

/** What an inventory's source tells of its extensions, by extension. */
export interface InventoryFacts {
  readonly rows: ReadonlyMap<string, AnsweredRow>;
  readonly manifests: ReadonlyMap<string, JsonObject>;
}

/** What is known of each, in their order; also of those that the catalogue does not have. */
export async function subjectsOf(
  db: Database,
  extensionIds: readonly string[],
  rules: readonly PolicyRule[],
  decided: ReadonlyMap<string, DecidedVerdict>,
  inventory?: InventoryFacts,
): Promise<readonly PolicySubject[]> {
  const rows = await listPolicyExtensions(db, extensionIds, findingsOf(rules));
  const known = new Map(rows.map((row) => [row.extensionId, row]));
  const named = new Map(namedExtensions(rules).map((one) => [one.extensionId, one.geckoId]));
  return extensionIds.map((extensionId) => {
    const row = known.get(extensionId) ?? unknown(extensionId);
    const seen = subjectOf(row, decided.get(extensionId));
    const subject = { ...seen, geckoId: seen.geckoId ?? named.get(extensionId) };
    const installed = inventory?.rows.get(extensionId);
    return installed ? asInstalled(subject, row, installed, inventory?.manifests) : subject;
  });
}

function unknown(extensionId: string): PolicyExtension {
  const nothing = { name: '', version: '', level: null, classification: null, score: null };
  return { extensionId, ...nothing, headline: null, findings: [], manifest: null };
}

/** What the source tells fills in what the catalogue does not know. */
function asInstalled(
  subject: PolicySubject,
  row: PolicyExtension,
  { geckoId, name, risk }: AnsweredRow,
  manifests: InventoryFacts['manifests'] = new Map(),
): PolicySubject {
  const shown = row.manifest === null ? manifests.get(row.extensionId) : undefined;
  const verdict = risk && {
    level: risk.riskLevel,
    classification: risk.classification,
    score: risk.riskScore,
    headline: risk.headline,
  };
  return {
    ...subject,
    ...(shown && permissionsIn(shown)),
    geckoId: subject.geckoId ?? geckoId ?? undefined,
    name: subject.name === '' ? (name ?? '') : subject.name,
    verdict: subject.verdict ?? verdict,
  };
}

function subjectOf(row: PolicyExtension, decided: DecidedVerdict | undefined): PolicySubject {
  const { extensionId, name, level, classification, score, headline, findings } = row;
  const manifest = row.manifest ?? {};
  const { effective } = decided ?? {};
  const raw =
    level === null || classification === null || score === null
      ? undefined
      : { level, classification, score, headline };
  const verdict = effective && {
    level: effective.riskLevel,
    classification: effective.classification,
    score: effective.riskScore,
    headline: effective.headline,
  };
  const accepted = new Set(effective?.acceptedFindings);
  return {
    extensionId,
    geckoId: geckoIdOf(manifest),
    name,
    verdict: verdict ?? raw,
    findings: findings.filter((rule) => !accepted.has(rule)),
    ...permissionsIn(manifest),
  };
}

function permissionsIn(manifest: JsonObject) {
  const asked = askedPermissions(manifest);
  return {
    permissions: asked.api,
    optionalPermissions: asked.optionalApi,
    hosts: [...asked.hosts, ...asked.optionalHosts, ...contentScriptMatches(manifest)],
  };
}

/** https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/manifest.json/browser_specific_settings */
function geckoIdOf(manifest: JsonObject): string | undefined {
  for (const key of ['browser_specific_settings', 'applications']) {
    const settings = objectIn(manifest, key);
    const id = settings && objectIn(settings, 'gecko')?.['id'];
    if (typeof id === 'string' && id.length <= 300 && !id.startsWith('*')) return id;
  }
  return undefined;
}

function objectIn(object: JsonObject, key: string): JsonObject | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined;
}
