import type { PolicyBrowser } from '@extaudit/contract';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import {
  type DecisionScope,
  listStandingDecisions,
  type StoredDecision,
} from '../../storage/decision/decision.ts';
import type { InventoryKey } from '../../storage/inventory/inventory.ts';
import { listInventoryManifests } from '../../storage/policy/policy-installs.ts';
import type { RiskServices } from '../analysis/known-malicious.ts';
import { countedInventory } from '../inventory/count-anew.ts';
import { eachInventoryRow } from '../inventory/each-row.ts';
import type { AnsweredRow } from '../inventory/row-answer.ts';
import { dayOf, holdingOf } from '../decision/decision-state.ts';
import { decisionsOfAccount } from '../decision/effective-verdicts.ts';
import { type CompiledPolicy, compilePolicy, type DecidedExtension } from './compile-policy.ts';

import { parsePolicyRules, type PolicyRule } from './policy-rule.ts';
import { type InventoryFacts, idsInCatalogue, namedIds, subjectsOf } from './policy-subjects.ts';
import type { PolicySubject } from './policy-subject.ts';

export interface WantedPolicy {
  readonly accountId: string;
  readonly browser: PolicyBrowser;
  /** Whose extensions the policy is for; those of the catalogue where it is absent. */
  readonly inventoryId?: string | undefined;
  /** Rules as people write them, one a line. */
  readonly lines: readonly string[];
  /** Whether the account's decisions count, with those for the machines of the inventory. */
  readonly withDecisions: boolean;
}

export interface MadePolicy extends CompiledPolicy {
  readonly subjects: readonly PolicySubject[];
}

/** Settings for a browser from rules, decisions and verdicts. @throws Refusal where a rule cannot be understood */
export async function makePolicy(
  services: RiskServices,
  { accountId, browser, inventoryId, lines, withDecisions }: WantedPolicy,
): Promise<MadePolicy> {
  const { db } = services;
  const now = services.now();
  const written = readRules(lines);
  const inventory =
    inventoryId === undefined ? undefined : await factsOf(services, { accountId, inventoryId });
  if (!inventory && written.some(isOfUnaudited)) {
    throw new Refusal(
      'invalid_parameter',
      'a ban of what is unaudited needs inventory_id: nobody can list what the whole world has not audited',
    );
  }
  const holding = withDecisions ? await holdingDecisions(db, { accountId, inventoryId }, now) : [];
  const rules = [...written, ...rulesOf(holding)];
  const decided = wholeDecisions(holding);
  const ids = inventory
    ? [...new Set([...inventory.rows.keys(), ...namedIds(rules), ...decided.keys()])].toSorted()
    : await idsInCatalogue(db, browser, rules, [...decided.keys()]);
  const verdicts = withDecisions
    ? await decisionsOfAccount(db, { accountId, inventoryId }, now).of(ids)
    : new Map<string, never>();
  const subjects = await subjectsOf(db, ids, rules, verdicts, inventory);
  return { ...compilePolicy({ browser, rules, subjects, decided }), subjects };
}

function isOfUnaudited(rule: PolicyRule): boolean {
  return (rule.verb === 'block' || rule.verb === 'remove') && rule.ban.kind === 'unaudited';
}

/** @throws Refusal where the account has no such inventory */
async function factsOf(services: RiskServices, key: InventoryKey): Promise<InventoryFacts> {
  await countedInventory(services.db, key, services.now());
  const rows = new Map<string, AnsweredRow>();
  for await (const part of await eachInventoryRow(services, key, {}, 'risk')) {
    for (const row of part) rows.set(row.extensionId, row);
  }
  return { rows, manifests: await listInventoryManifests(services.db, key.inventoryId) };
}

function readRules(lines: readonly string[]): readonly PolicyRule[] {
  const { rules, problems } = parsePolicyRules(lines);
  if (problems.length > 0) {
    const texts = problems.slice(0, 5).map(({ line, problem }) => `rule ${line}: ${problem}`);
    throw new Refusal('invalid_parameter', texts.join('; '));
  }
  return rules;
}

async function holdingDecisions(
  db: Database,
  scope: DecisionScope,
  now: Date,
): Promise<readonly StoredDecision[]> {
  return holdingOf(await listStandingDecisions(db, scope), dayOf(now));
}

/** Blocks of a permission or a finding are rules; those that are narrowed cannot be told to a browser. */
function rulesOf(holding: readonly StoredDecision[]): readonly PolicyRule[] {
  return holding.flatMap((decision): PolicyRule[] => {
    const { action, extensionId, rule, permission, receiver, versions } = decision;
    const isNarrow = extensionId !== null || receiver !== null || versions !== null;
    if (action !== 'block' || isNarrow) return [];
    if (rule !== null) return [{ verb: 'block', ban: { kind: 'finding', rule } }];
    const isListable = permission !== null && /^[a-z][a-zA-Z0-9._]*$/.test(permission);
    return isListable ? [{ verb: 'block', ban: { kind: 'permission', permission } }] : [];
  });
}

/** Of an extension the newest counts, a block before an acceptance. */
function wholeDecisions(holding: readonly StoredDecision[]): ReadonlyMap<string, DecidedExtension> {
  const decided = new Map<string, DecidedExtension>();
  for (const decision of holding) {
    const { action, extensionId, rule, permission, host, flow, gap, owner, reason } = decision;
    const isWhole = [rule, permission, host, flow, gap].every((name) => name === null);
    if (!isWhole || extensionId === null || action === 'watch') continue;
    const known = decided.get(extensionId);
    if (known === undefined || (known.action === 'accept' && action === 'block')) {
      decided.set(extensionId, { action, owner, reason });
    }
  }
  return decided;
}
