import { Type, type TObject, type TSchema } from 'typebox';
import { failureCodes, type FailureCode } from './failure-codes.ts';
import type { Operation, SuccessStatus } from './operation.ts';
import { Word } from './schemas/primitives.ts';

/** `{success: false, error, code}`, the body of every failure. */
export const Failure = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What was wrong, and what would be right.' }),
    code: Word(Object.keys(failureCodes) as FailureCode[], {
      description: 'For programs: codes stay as they are, and new ones may come.',
    }),
  },
  {
    examples: [
      {
        success: false,
        error: 'page must be an integer from 1 to 2147483647',
        code: 'invalid_parameter',
      },
    ],
  },
);

/** The whole body that an operation answers with under a status; throws for a status it does not have. */
export function successEnvelope(operation: Operation, status: SuccessStatus): TObject {
  const answer = operation.answers[status];
  if (!answer) throw new Error(`${operation.id} has no answer ${status}`);
  return operation.envelope === 'list' ? listEnvelope(answer.data) : singleEnvelope(answer.data);
}

function singleEnvelope(data: TSchema): TObject {
  return Type.Object({ success: Type.Literal(true), data, ...ignored });
}

function listEnvelope(item: TSchema): TObject {
  return Type.Object({
    success: Type.Literal(true),
    result: Type.Array(item),
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1 }),
    total_count: Type.Integer({ minimum: 0 }),
    total_pages: Type.Integer({ minimum: 0, description: '0 when nothing matches.' }),
    pagination: Pagination,
    ...ignored,
  });
}

const Pagination = Type.Object({
  next: Type.Union([Type.String(), Type.Null()], {
    description: '`after` of the next page; null on the last one.',
  }),
});

/** More names of one request are not told of, nor longer ones in full. */
export const ignoredParametersMax = 10;
export const ignoredNameCharactersMax = 100;

export const IgnoredParameters = Type.Array(Type.String({ maxLength: ignoredNameCharactersMax }), {
  maxItems: ignoredParametersMax,
  description:
    'Names in the query that this operation does not know, and that made no difference; absent where there are none.',
  examples: [['pagesize']],
});

const ignored = { ignored_parameters: Type.Optional(IgnoredParameters) };
