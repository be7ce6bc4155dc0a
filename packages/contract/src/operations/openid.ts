import { Type } from 'typebox';
import { defaultRateLimit, defineOperation, signInRateLimit } from '../operation.ts';
import { Session } from '../schemas/session.ts';

export const getSignInMethods = defineOperation({
  id: 'get-sign-in-methods',
  method: 'GET',
  path: '/api/v1/auth/methods',
  tag: 'auth',
  summary: 'Tell how one can sign in',
  description: 'Passwords always; what else there is, the operator has set up.',
  auth: 'none',
  access: 'read',
  rateLimit: defaultRateLimit,
  envelope: 'single',
  answers: {
    200: {
      when: 'The ways to sign in.',
      data: Type.Object({
        password: Type.Literal(true),
        password_reset: Type.Boolean({
          description: 'Whether who has forgotten a password can have a link by mail.',
        }),
        openid: Type.Union(
          [Type.Object({ name: Type.String({ examples: ['Example SSO'] }) }), Type.Null()],
          { description: 'The provider of OpenID Connect, by the name that members know it by.' },
        ),
      }),
    },
  },
  errors: {},
});

export const startOpenidSignIn = defineOperation({
  id: 'start-openid-sign-in',
  method: 'POST',
  path: '/api/v1/auth/openid',
  tag: 'auth',
  summary: 'Begin to sign in by OpenID Connect',
  description:
    'Answers where the browser has to go: to the provider, which sends it back to `/sign-in/openid` of the dashboard. ' +
    'The cookie `sign_in_attempt` ties the attempt to the browser. It is good for ten minutes and once.',
  auth: 'none',
  access: 'read',
  audit: 'none',
  rateLimit: signInRateLimit,
  envelope: 'single',
  answers: {
    201: {
      when: 'The attempt has begun.',
      data: Type.Object({ authorization_url: Type.String({ format: 'uri' }) }),
    },
  },
  errors: {
    404: 'OpenID Connect is not set up.',
    503: 'The provider does not answer, or not as OpenID Connect wants it.',
  },
});

export const finishOpenidSignIn = defineOperation({
  id: 'finish-openid-sign-in',
  method: 'POST',
  path: '/api/v1/auth/openid/answer',
  tag: 'auth',
  summary: 'Sign in with the answer of the OpenID provider',
  description:
    'Takes the query that the provider sent the browser back with, and the cookie of the attempt. Sets the cookie ' +
    '`session`, which is good for twelve hours. A code of the second factor is not asked for: that is up to the ' +
    'provider. Who comes for the first time is known by an e-mail address that the provider has verified.',
  auth: 'none',
  access: 'read',
  audit: 'sign_in',
  rateLimit: signInRateLimit,
  body: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 8_192,
      description: 'All that stood behind the question mark.',
      examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj'],
    }),
  }),
  envelope: 'single',
  answers: { 200: { when: 'Signed in.', data: Session } },
  errors: {
    403:
      'The attempt has ended or was begun by another browser, the provider refused, its answer cannot be trusted, or ' +
      'whom it names is no member.',
    404: 'OpenID Connect is not set up.',
    503: 'The provider does not answer.',
  },
});
