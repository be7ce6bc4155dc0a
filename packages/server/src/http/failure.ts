import { failureCodes, type FailureCode } from '@extaudit/contract';
import { PackageError } from '@extaudit/engine';
import { AuditProcessError, BusyMachineError } from '@extaudit/engine/host';
import type { FastifyError } from 'fastify';
import { Refusal } from '../errors.ts';
import {
  DatabaseUnavailableError,
  PackagesUnavailableError,
  StorageFullError,
} from '../storage/database/storage-errors.ts';

/** What a failed request is answered with, in the failure envelope. */
export interface HttpFailure {
  readonly status: number;
  readonly code: FailureCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Says to the sender what went wrong; what is not theirs to know stays in the log. */
export function failureOf(error: unknown, requestId: string): HttpFailure {
  if (error instanceof Refusal) return failure(error.code, error.message, error.retryAfterSeconds);
  if (error instanceof PackageError) {
    if (error.code === 'damaged') {
      return failure('package_damaged', failureCodes.package_damaged.error);
    }
    const isTooLarge = error.code === 'package-too-large';
    return failure(isTooLarge ? 'package_too_large' : 'invalid_package', error.message);
  }
  // No process survives reading it, which is the package's doing and not ours.
  if (error instanceof AuditProcessError) return failure('invalid_package', error.message);
  if (error instanceof BusyMachineError) return failure('busy', error.message, 30);
  if (error instanceof DatabaseUnavailableError) {
    return failure('database_unavailable', 'the database does not answer now', 5);
  }
  if (error instanceof PackagesUnavailableError) {
    return failure('packages_unavailable', failureCodes.packages_unavailable.error, 10);
  }
  if (error instanceof StorageFullError) {
    return failure('storage_full', 'no space is left; nothing was kept of this request', 60);
  }
  if (isFastifyError(error) && error.statusCode < 500) return ofFramework(error);
  return failure('internal_error', `internal server error (request ${requestId})`);
}

function failure(code: FailureCode, message: string, retryAfterSeconds?: number): HttpFailure {
  const { status } = failureCodes[code];
  return { status, code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** Fastify's own errors by code; its wording speaks to the server's author, not to the sender. */
const frameworkFailures: Readonly<Record<string, readonly [FailureCode, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'the body is larger than allowed'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_body', 'the body must be JSON, but it is empty'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_body', 'the body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_body',
    'the body is not as long as Content-Length says',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'the body must be application/json, or multipart/form-data where a file is sent',
  ],
  FST_REQ_FILE_TOO_LARGE: ['body_too_large', 'the file is larger than allowed'],
  FST_FILES_LIMIT: ['invalid_body', 'the body must hold one file; upload one at a time'],
  FST_PARTS_LIMIT: ['body_too_large', 'the body has too many parts'],
  FST_FIELDS_LIMIT: ['body_too_large', 'the body has too many fields'],
  FST_PROTO_VIOLATION: [
    'invalid_body',
    'no part of the body may have the name of a property of every object, such as __proto__ or constructor',
  ],
  FST_INVALID_JSON_FIELD_ERROR: [
    'invalid_body',
    'a part of the body says that it is JSON, but is not',
  ],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [
    'unsupported_media_type',
    'the body must be multipart/form-data',
  ],
  FST_ERR_BAD_URL: ['invalid_request', 'the path is not validly percent-encoded UTF-8'],
};

function isFastifyError(error: unknown): error is FastifyError & { statusCode: number } {
  return error instanceof Error && typeof (error as FastifyError).statusCode === 'number';
}

function ofFramework(error: FastifyError & { statusCode: number }): HttpFailure {
  if (error.validation) return failure('invalid_parameter', error.message);
  const known = frameworkFailures[error.code];
  if (known) return failure(...known);
  if (error instanceof SyntaxError) return failure('invalid_body', 'the body is not valid JSON');
  return failure('invalid_request', 'bad request');
}
