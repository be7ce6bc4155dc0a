import { Type } from 'typebox';
import { defaultRateLimit, defineOperation, signInRateLimit } from '../operation.ts';
import { SecondFactorCode } from '../schemas/second-factor.ts';
import { Email, NewPassword, Session } from '../schemas/session.ts';

export const login = defineOperation({
  id: 'login',
  method: 'POST',
  path: '/api/v1/auth/login',
  tag: 'auth',
  summary: 'Sign in',
  description:
    'Sets the cookie `session`. It is good for ten days from its last use. Every sign-in makes a new one. The cookie ' +
    '`known_browser` makes the browser known for 90 days: wrong passwords from elsewhere do not keep the member from ' +
    'signing in with it, nor from a network where they have before. Where the member has a second factor, the answer ' +
    'without `code` is 401 `second_factor_required`: send the same again with it.',
  auth: 'none',
  access: 'read',
  audit: 'sign_in',
  rateLimit: signInRateLimit,
  body: Type.Object({
    email: Email,
    password: Type.String({ minLength: 1, maxLength: 1024, format: 'password' }),
    code: Type.Optional(SecondFactorCode),
  }),
  envelope: 'single',
  answers: { 200: { when: 'Signed in.', data: Session } },
  errors: {
    401: 'The e-mail address, the password or the code is wrong, or a code is needed.',
    429: 'Too many failed attempts for this e-mail address, from this address, or with this browser.',
  },
});

export const logout = defineOperation({
  id: 'logout',
  method: 'POST',
  path: '/api/v1/auth/logout',
  tag: 'auth',
  summary: 'Sign out',
  description:
    'Ends the session on the server and clears the cookie. An API token is not affected.',
  auth: 'session',
  access: 'read',
  audit: 'sign_out',
  rateLimit: defaultRateLimit,
  envelope: 'single',
  answers: {
    200: { when: 'Signed out.', data: Type.Object({ signed_out: Type.Literal(true) }) },
  },
  errors: {},
});

export const getSession = defineOperation({
  id: 'get-session',
  method: 'GET',
  path: '/api/v1/auth/session',
  tag: 'auth',
  summary: 'Tell who is signed in',
  description: 'The member and account behind the cookie or API token.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  envelope: 'single',
  answers: { 200: { when: 'Somebody is signed in.', data: Session } },
  errors: {},
});

export const setUp = defineOperation({
  id: 'set-up',
  method: 'POST',
  path: '/api/v1/auth/setup',
  tag: 'auth',
  summary: 'Create the first account',
  description:
    'Takes the one-time code that the server prints when nobody has an account, and signs the new owner in.',
  auth: 'none',
  access: 'read',
  audit: 'account_created',
  rateLimit: signInRateLimit,
  body: Type.Object({
    code: Type.String({ minLength: 1, maxLength: 200, description: 'As printed by `serve`.' }),
    email: Email,
    password: NewPassword,
  }),
  envelope: 'single',
  answers: { 201: { when: 'The account exists and its owner is signed in.', data: Session } },
  errors: {
    400: 'The e-mail address or the password cannot be used; the message says why.',
    403: 'The code is wrong, used or older than 30 minutes.',
    409: 'There is an account already.',
  },
});

export const acceptInvitation = defineOperation({
  id: 'accept-invitation',
  method: 'POST',
  path: '/api/v1/auth/invitation',
  tag: 'auth',
  summary: 'Accept an invitation',
  description:
    'Takes the one-time code that an owner got by inviting a member, sets the password and signs in.',
  auth: 'none',
  access: 'read',
  audit: 'invitation_accepted',
  rateLimit: signInRateLimit,
  body: Type.Object({
    code: Type.String({ minLength: 1, maxLength: 200, description: 'As the owner got it.' }),
    password: NewPassword,
  }),
  envelope: 'single',
  answers: { 201: { when: 'The password is set and the member is signed in.', data: Session } },
  errors: {
    400: 'The password cannot be used; the message says why.',
    403: 'The code is wrong, used or older than seven days.',
  },
});

export const changePassword = defineOperation({
  id: 'change-password',
  method: 'POST',
  path: '/api/v1/auth/password',
  tag: 'auth',
  summary: 'Change the own password',
  description:
    'Ends all other sessions of the member. API tokens stay; revoke those that may be in wrong hands.',
  auth: 'session',
  access: 'read',
  audit: 'password_changed',
  rateLimit: signInRateLimit,
  body: Type.Object({
    current_password: Type.String({ minLength: 1, maxLength: 1024, format: 'password' }),
    new_password: NewPassword,
  }),
  envelope: 'single',
  answers: {
    200: {
      when: 'The new password counts from now on.',
      data: Type.Object({ changed: Type.Literal(true) }),
    },
  },
  errors: {
    400: 'The new password cannot be used; the message says why.',
    403: 'The current password is wrong, or a browser sent the request from another site.',
    429: 'Too many wrong passwords for this member or from this address.',
  },
});
