import { Type } from 'typebox';
import { summaryFields } from './extension.ts';
import { Word } from './primitives.ts';

const hitKinds = [
  'host',
  'api',
  'file',
  'library',
  'finding',
  'flow',
  'permission',
  'extension',
] as const;

const { extension_id, name, version, user_count, risk, audit_state } = summaryFields;

export const SearchHit = Type.Object({
  kind: Word(hitKinds, { description: '`extension` of a search for words.' }),
  value: Type.String({
    description: 'What matched: the host, API, file, `name@version`, rule or name.',
  }),
  extension_id,
  name,
  version,
  file: Type.Union([Type.String(), Type.Null()], {
    description: 'Where it is seen first; null where the report does not say.',
  }),
  line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  places: Type.Integer({ minimum: 1, description: 'In how many places of the extension.' }),
  user_count,
  risk,
  audit_state,
});
