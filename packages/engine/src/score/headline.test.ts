import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rules } from '../rules/index.ts';
import { classifications, type Nature, type Severity } from '../vocabulary.ts';
import { headlineLengthMax, headlineOf } from './headline.ts';
import { partOf } from './parts.ts';

interface Said {
  readonly headline: string;
  readonly nature: Nature;
  readonly points: number;
  readonly severity?: Severity;
  readonly receiver?: string;
}

const headline = (
  classification: (typeof classifications)[number],
  said: readonly Said[],
  over: { readonly decidedBy?: readonly string[]; readonly why?: string } = {},
): string => {
  const all = said.map((each, index) => ({ severity: 'medium' as const, ...each, id: `${index}` }));
  return headlineOf({
    classification,
    findings: all.map(({ receiver, ...rest }) => ({
      ...rest,
      evidence: receiver === undefined ? [{}] : [{ receiver }],
    })),
    counted: all.map(({ id, nature, points }) => ({
      id,
      part: partOf[nature],
      thousandths: 1_000 * points,
    })),
    why: over.why ?? 'private data leaves for a host that nobody chose',
    decidedBy: over.decidedBy ?? ['0'],
  });
};

const hole = { headline: 'any page can run code with its privileges', nature: 'weakness' } as const;
const theft = { headline: 'your cookies are sent to {receiver}', nature: 'behavior' } as const;
const power = { headline: 'it can see every page', nature: 'capability' } as const;

describe('headlineOf', () => {
  it('tells the two heaviest findings, with who receives the data', () => {
    const said = [
      { ...hole, points: 12 },
      { ...theft, points: 9, receiver: 'api.example' },
      { ...power, points: 1 },
    ];
    assert.equal(
      headline('suspicious', said),
      'Any page can run code with its privileges, and your cookies are sent to api.example.',
    );
  });

  it('begins with what decided the class', () => {
    const said = [
      { ...hole, points: 12 },
      { ...theft, points: 9 },
    ];
    assert.equal(
      headline('malicious', said, { decidedBy: ['1'] }),
      'Your cookies are sent to a server, and any page can run code with its privileges.',
    );
    assert.match(headline('suspicious', said, { decidedBy: [] }), /^Private data leaves for/);
  });

  it('tells of a clean one what it may do, and that no malice was found', () => {
    assert.equal(
      headline('clean', [{ ...power, points: 2 }]),
      'It can see every page; no malicious behaviour was found.',
    );
    assert.equal(headline('clean', []), 'It can do little; no malicious behaviour was found.');
    assert.equal(
      headline('clean', [{ ...hole, points: 2, severity: 'high' }]),
      'Any page can run code with its privileges; no malicious behaviour was found.',
    );
  });

  it('says first that something was not read', () => {
    assert.equal(
      headline('incomplete', [{ ...power, points: 2 }], {
        why: 'part of it could not be analysed',
      }),
      'Part of it could not be analysed, and it can see every page.',
    );
  });

  it('is one sentence of at most 160 characters for any two rules and any receiver', () => {
    const receiver = `${'a'.repeat(39)}\u202e`;
    for (const classification of classifications) {
      for (const one of rules) {
        for (const other of rules) {
          const said = [one, other].map((rule) => ({ ...rule, points: 5, receiver }));
          const text = headline(classification, said);
          assert.ok(text.length <= headlineLengthMax, text);
          assert.match(text, /^[A-Z][^.]*(?:[^.]\.[^. ][^.]*)*[.…]$/u);
        }
      }
    }
  });

  it('tells what a manifest alone says, and then that the code was not seen', () => {
    const of = (...headlines: string[]): string =>
      headlineOf({
        classification: 'incomplete',
        findings: headlines.map((text) => ({
          id: text,
          headline: text,
          severity: 'medium',
          evidence: [],
        })),
        counted: headlines.map((id) => ({ id, part: 'may', thousandths: 3_000 })),
        why: 'its code was not seen',
        decidedBy: [],
        isCodeUnseen: true,
      });
    assert.equal(of(), 'Its manifest asks for little; its code was not seen.');
    assert.equal(
      of('it can see every page', 'it can read your cookies'),
      'It can see every page, and it can read your cookies; its code was not seen.',
    );
    assert.equal(
      of('it can see every page', 'x'.repeat(120)),
      'It can see every page; its code was not seen.',
    );
  });
});
