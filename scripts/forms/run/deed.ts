import type { SinkKind, SourceKind } from '../../../packages/engine/src/vocabulary.ts';
import type { Fact } from '../case.ts';

/** What an extension did, as the browser sees it. */
export interface Deed {
  readonly sink: SinkKind | 'remote-script';
  readonly host?: string;
  readonly data: string;
}

/** The text that data of a kind holds in the tests' browser. */
export function secretOf(kind: SourceKind): string {
  return `secret:${kind}`;
}

export function isDone(deeds: readonly Deed[], fact: Fact): boolean {
  if (fact.kind === 'remote-script') {
    return deeds.some(({ sink, host }) => sink === 'remote-script' && host === fact.host);
  }
  if (fact.kind === 'finding' || fact.kind === 'incomplete') return false;
  return deeds.some(
    ({ sink, host, data }) =>
      sink === fact.sink &&
      (fact.host === undefined || host === fact.host) &&
      (data.includes(secretOf(fact.source)) || data.includes(btoa(secretOf(fact.source)))),
  );
}
