import { Refusal } from '../../errors.ts';
import { findQuarantineReason } from '../../storage/catalogue/quarantine.ts';
import type { Database } from '../../storage/database/database.ts';

/** Why nobody gets a package, for who asks; `undefined` when it is not in quarantine. */
export async function quarantineOf(db: Database, sha256: string): Promise<string | undefined> {
  const reason = await findQuarantineReason(db, sha256);
  return reason === undefined
    ? undefined
    : `the operator of this service has put this package into quarantine: ${reason}`;
}

/** Refuses with `package_quarantined` what is in quarantine. */
export async function refuseQuarantined(db: Database, sha256: string): Promise<void> {
  const why = await quarantineOf(db, sha256);
  if (why !== undefined) throw new Refusal('package_quarantined', why);
}
