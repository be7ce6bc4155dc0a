/** Why an audit gave no report. A `PackageError` may have crossed a process border, so its code counts and not its class. */
export function auditFailure(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'audit-failed', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'audit-failed';
  return { code, message: error.message };
}
