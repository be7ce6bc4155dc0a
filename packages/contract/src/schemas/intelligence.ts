import { confidences, intelligenceKinds, severities } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { Timestamp, Word } from './primitives.ts';

export const IntelligenceKindWord = Word(intelligenceKinds, {
  description:
    'What the value is. `vulnerable_library`: a library, versions and a vulnerability. `library_pattern`: how a library is ' +
    'recognised, which no extension matches.',
});

const feed = Type.String({
  description:
    '`bundled`, or the address that it is fetched from; a query, which may hold a key, as a digest.',
  examples: ['bundled'],
});

export const IntelligenceFeed = Type.Object({
  feed,
  entry_count: Type.Integer({ minimum: 0 }),
  entries_by_kind: Type.Object(
    Object.fromEntries(intelligenceKinds.map((kind) => [kind, Type.Integer({ minimum: 0 })])) as {
      [Kind in (typeof intelligenceKinds)[number]]: ReturnType<typeof Type.Integer>;
    },
  ),
  updated_at: Timestamp('Since when it says what it says now.'),
});

export const IntelligenceEntry = Type.Object({
  kind: IntelligenceKindWord,
  value: Type.String({
    description:
      'Of a domain the name that its subdomains belong to; of a library as in `jquery@1.12.0..3.5.0#cve-2020-11022`.',
  }),
  feed,
  source: Type.String({ description: 'Whose list it is on.' }),
  confidence: Word(confidences, {
    description: '`low`: only in unverified lists; never proof by itself.',
  }),
  severity: Type.Union([Word(severities), Type.Null()], {
    description: "Of a library's vulnerability; else null.",
  }),
  date: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'Of the disclosure.',
  }),
  reference: Type.Union([Type.String(), Type.Null()], {
    description: 'http or https address of the report.',
  }),
  threats: Type.Array(Type.String(), {
    description: 'What it is said to do.',
    examples: [['data-theft']],
  }),
  matches: Type.Integer({
    minimum: 0,
    description: 'How many matches the list of its extensions has.',
  }),
});
