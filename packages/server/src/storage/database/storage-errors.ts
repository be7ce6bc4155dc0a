/** The database cannot be reached or does not answer in time; trying again later may help (HTTP 503). */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError';
  readonly code = 'database-unavailable';
}

/**
 * The database answers, but has given this statement up: it took too long, or waited for somebody who waited for it. Trying
 * again may help, and the statement is to be mended.
 */
export class StatementGivenUpError extends DatabaseUnavailableError {
  override readonly name = 'StatementGivenUpError';
}

/** The store of the packages cannot be reached, or says that it cannot; trying again later may help (HTTP 503). */
export class PackagesUnavailableError extends Error {
  override readonly name = 'PackagesUnavailableError';
  readonly code = 'packages-unavailable';
}

/** No space left where packages or rows are written; nothing was kept of the attempt (HTTP 507). */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  readonly code = 'storage-full';
}
