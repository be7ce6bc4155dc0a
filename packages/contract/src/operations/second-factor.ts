import { Type } from 'typebox';
import { defaultRateLimit, defineOperation, signInRateLimit } from '../operation.ts';
import {
  RecoveryCodes,
  SecondFactor,
  SecondFactorCode,
  StartedSecondFactor,
} from '../schemas/second-factor.ts';

const CurrentPassword = Type.String({ minLength: 1, maxLength: 1024, format: 'password' });

const wrongProof =
  'The password or the code is wrong, or a browser sent the request from another site.';
const tooManyWrong = 'Too many wrong passwords or codes for this member.';
const noFactor = 'The member has no second factor that is on.';

export const getSecondFactor = defineOperation({
  id: 'get-second-factor',
  method: 'GET',
  path: '/api/v1/auth/second-factor',
  tag: 'auth',
  summary: 'Tell whether the own second factor is on',
  description: 'With it, signing in asks for a code of an authenticator app beside the password.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  envelope: 'single',
  answers: { 200: { when: 'On or off.', data: SecondFactor } },
  errors: {},
});

export const startSecondFactor = defineOperation({
  id: 'start-second-factor',
  method: 'POST',
  path: '/api/v1/auth/second-factor',
  tag: 'auth',
  summary: 'Get a secret for an authenticator app',
  description:
    'Nothing is asked for until a code has confirmed that the app has the secret. Starting again ends the secret of before.',
  auth: 'session',
  access: 'read',
  audit: 'none',
  rateLimit: signInRateLimit,
  body: Type.Object({ current_password: CurrentPassword }),
  envelope: 'single',
  answers: { 201: { when: 'The secret, shown this once.', data: StartedSecondFactor } },
  errors: {
    403: 'The password is wrong, or a browser sent the request from another site.',
    409: 'The second factor is on already; turn it off first.',
    429: tooManyWrong,
  },
});

export const confirmSecondFactor = defineOperation({
  id: 'confirm-second-factor',
  method: 'POST',
  path: '/api/v1/auth/second-factor/confirmation',
  tag: 'auth',
  summary: 'Turn the own second factor on',
  description:
    'Takes a code of the app and gives ten recovery codes. Ends all other sessions of the member; API tokens stay.',
  auth: 'session',
  access: 'read',
  audit: 'second_factor_enabled',
  rateLimit: signInRateLimit,
  body: Type.Object({ code: SecondFactorCode }),
  envelope: 'single',
  answers: { 201: { when: 'The second factor is on.', data: RecoveryCodes } },
  errors: {
    403: 'The code is wrong, or a browser sent the request from another site.',
    409: 'There is no secret to confirm, or the second factor is on already.',
    429: tooManyWrong,
  },
});

export const disableSecondFactor = defineOperation({
  id: 'disable-second-factor',
  method: 'POST',
  path: '/api/v1/auth/second-factor/removal',
  tag: 'auth',
  summary: 'Turn the own second factor off',
  description: 'The secret and the recovery codes are gone. Other sessions stay.',
  auth: 'session',
  access: 'read',
  audit: 'second_factor_disabled',
  rateLimit: signInRateLimit,
  body: Type.Object({ current_password: CurrentPassword, code: SecondFactorCode }),
  envelope: 'single',
  answers: { 200: { when: 'Off.', data: SecondFactor } },
  errors: { 403: wrongProof, 409: noFactor, 429: tooManyWrong },
});

export const renewRecoveryCodes = defineOperation({
  id: 'renew-recovery-codes',
  method: 'POST',
  path: '/api/v1/auth/second-factor/recovery-codes',
  tag: 'auth',
  summary: 'Get new recovery codes',
  description: 'Ends the ones of before.',
  auth: 'session',
  access: 'read',
  audit: 'recovery_codes_renewed',
  rateLimit: signInRateLimit,
  body: Type.Object({ current_password: CurrentPassword, code: SecondFactorCode }),
  envelope: 'single',
  answers: { 201: { when: 'Ten new codes.', data: RecoveryCodes } },
  errors: { 403: wrongProof, 409: noFactor, 429: tooManyWrong },
});
