import type { PasswordResetJob } from '../domain/auth/request-password-reset.ts';
import { sendPasswordReset } from '../domain/auth/send-password-reset.ts';
import type { JobDefinition } from './job.ts';

/** Sends who has forgotten a password a link. For ten minutes or so: after that its reader has asked again. */
export default {
  settings: {
    retryLimit: 6,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
  },
  isLight: true,

  async run(job, services) {
    await sendPasswordReset(services, job);
  },
} satisfies JobDefinition<PasswordResetJob>;
