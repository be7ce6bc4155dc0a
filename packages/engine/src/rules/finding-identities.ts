import type { Facts } from '../analyse/facts/facts.ts';
import type { Evidence, FindingIdentity } from '../finding.ts';

/** A hostile package could send to a new host in every line. */
const identitiesMax = 500;

/** What the evidence of one finding is known by, each once and sorted. */
export function identitiesOf(
  evidence: readonly Evidence[],
  { contextsOf }: Pick<Facts, 'contextsOf'>,
): readonly FindingIdentity[] {
  const byKey = new Map(
    evidence
      .flatMap((item) => identitiesOfItem(item, contextsOf))
      .map((identity) => [JSON.stringify(identity), identity]),
  );
  return [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, identitiesMax)
    .map(([, identity]) => identity);
}

/** One for each context that the script runs in: a build that shares a script between contexts brings nothing new. */
function identitiesOfItem(
  { at, confidence, flow, receiver, permission }: Evidence,
  contextsOf: Facts['contextsOf'],
): readonly FindingIdentity[] {
  // A flow whose way was guessed comes and goes with every build.
  const isGuessed = confidence === 'low';
  const identity: FindingIdentity = {
    ...(!isGuessed && flow),
    ...(!isGuessed && receiver !== undefined && { receiver }),
    ...(permission !== undefined && { permission }),
  };
  const contexts = at === undefined ? [] : contextsOf(at.file);
  if (contexts.length === 0) return [identity];
  return contexts.map((context) => ({ ...identity, context }));
}
