import { Type } from 'typebox';
import { defineOperation, signInRateLimit } from '../operation.ts';
import { Email, NewPassword } from '../schemas/session.ts';

export const requestPasswordReset = defineOperation({
  id: 'request-password-reset',
  method: 'POST',
  path: '/api/v1/auth/password-reset',
  tag: 'auth',
  summary: 'Ask for a link that sets a new password',
  description:
    'Sends the member of this e-mail address a link that is good for 30 minutes and once; an earlier one ends. The ' +
    'answer is the same where there is no such member, or where they have no password here.',
  auth: 'none',
  access: 'read',
  audit: 'none',
  rateLimit: signInRateLimit,
  body: Type.Object({ email: Email }),
  envelope: 'single',
  answers: {
    202: {
      when: 'If there is such a member, the letter is on its way.',
      data: Type.Object({ accepted: Type.Literal(true) }),
    },
  },
  errors: {
    404: 'This service sends no mail; the operator can set a password.',
    429: 'Asked for too often, for this e-mail address or from this address.',
  },
});

export const finishPasswordReset = defineOperation({
  id: 'finish-password-reset',
  method: 'POST',
  path: '/api/v1/auth/password-reset/password',
  tag: 'auth',
  summary: 'Set a new password with the code of a letter',
  description:
    'Ends all sessions of the member and signs nobody in: the next sign-in asks for the second factor as ever. API ' +
    'tokens stay; revoke those that may be in wrong hands.',
  auth: 'none',
  access: 'read',
  audit: 'password_changed',
  rateLimit: signInRateLimit,
  body: Type.Object({
    code: Type.String({ minLength: 1, maxLength: 200, description: 'As it came by mail.' }),
    password: NewPassword,
  }),
  envelope: 'single',
  answers: {
    200: {
      when: 'The new password counts from now on.',
      data: Type.Object({ changed: Type.Literal(true) }),
    },
  },
  errors: {
    400: 'The password cannot be used; the message says why.',
    403: 'The code is wrong, used or older than 30 minutes.',
  },
});
