import { Value } from 'typebox/value';
import { Failure, successEnvelope } from './envelope.ts';
import {
  type FailureStatus,
  type Operation,
  type SuccessStatus,
  failuresOf,
  successStatuses,
} from './operation.ts';

/**
 * Compares an answer with what the contract says of it.
 * @returns what does not fit, or `undefined` when all does
 */
export function answerProblem(
  operation: Operation,
  status: number,
  body: unknown,
): string | undefined {
  const schema = schemaOf(operation, status);
  if (!schema) return `${operation.id} does not declare status ${status}`;
  const [error] = Value.Errors(schema, body);
  return error && `${operation.id} ${status}: ${error.instancePath || 'body'} ${error.message}`;
}

function schemaOf(operation: Operation, status: number) {
  if (isSuccess(operation, status)) return successEnvelope(operation, status);
  return failuresOf(operation).has(status as FailureStatus) ? Failure : undefined;
}

function isSuccess(operation: Operation, status: number): status is SuccessStatus {
  return successStatuses.some((known) => known === status && operation.answers[known]);
}
