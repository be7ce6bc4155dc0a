import type { Database } from '../storage/database/database.ts';
import { forgetOldPlaces } from './auth/known-place.ts';
import { forgetDeliveries } from './alert/forget-deliveries.ts';
import { forgetOldCrashes } from '../storage/database/job-crash.ts';
import { forgetEntries } from './trail/forget-entries.ts';
import { deleteEndedRateLimits } from '../storage/database/rate-limit.ts';
import { deleteEndedPasswordResets } from '../storage/account/password-reset.ts';
import { deleteEndedSessions } from '../storage/account/session.ts';
import { deleteEndedSignInAttempts } from '../storage/account/sign-in-attempt.ts';

/**
 * Removes what no longer counts: the counts of limits that are over, sessions of members who did not come back, attempts
 * to sign in and resets of passwords that nobody finished, old deliveries, places where members have long not signed in,
 * and the oldest entries of the audit trail. All would otherwise stay for ever, and every stranger's address leaves a count.
 */
export async function forgetEnded(db: Database, now: Date): Promise<void> {
  await deleteEndedRateLimits(db, now);
  await deleteEndedSessions(db, now);
  await deleteEndedSignInAttempts(db, now);
  await deleteEndedPasswordResets(db, now);
  await forgetOldPlaces(db, now);
  await forgetDeliveries(db, now);
  await forgetOldCrashes(db);
  await forgetEntries(db, now);
}
