import type { DataOf, operations } from '@extaudit/contract';
import type { SecondFactorState } from '../../domain/auth/second-factor.ts';

/** Whether it is on, as the API shows it. */
export function secondFactorData({
  enabledAt,
  recoveryCodesLeft,
}: SecondFactorState): DataOf<typeof operations.getSecondFactor, 200> {
  return {
    enabled: enabledAt !== null,
    enabled_at: enabledAt?.toISOString() ?? null,
    recovery_codes_left: recoveryCodesLeft,
  };
}
