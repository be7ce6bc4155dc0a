import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/**
 * Why a provider of OpenID Connect has let nobody in. `unavailable`: it cannot be asked now. `refused`: it said no.
 * `untrusted`: what it answered is not what was asked for, or not signed by it.
 */
export class OpenidError extends Error {
  override readonly name = 'OpenidError';
  readonly kind: 'unavailable' | 'refused' | 'untrusted';

  constructor(kind: OpenidError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** What the library throws, in words for the person who wants to sign in. */
export function asOpenidError(error: unknown): OpenidError {
  const chain = [...causesOf(error)];
  const own = chain.find((cause) => cause instanceof OpenidError);
  if (own) return own;
  const options = { cause: error };
  if (error instanceof AuthorizationResponseError) {
    const told = wordOf(error.error);
    const reason = answers.get(told) ?? 'it let nobody in';
    return new OpenidError('refused', `${reason} (${told})`, options);
  }
  if (error instanceof ResponseBodyError) {
    const told = wordOf(error.error);
    const reason = tokenAnswers.get(told) ?? 'it gives no token';
    return new OpenidError('refused', `${reason} (${told})`, options);
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return new OpenidError('refused', 'it does not tell who has signed in', options);
  }
  const deepest = chain.at(-1) as Error & { readonly code?: string };
  const isOfLibrary = error instanceof ClientError || deepest.code?.startsWith('OAUTH_') === true;
  return new OpenidError('untrusted', isOfLibrary ? reasonOf(chain) : 'it cannot be read', options);
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1, https://openid.net/specs/openid-connect-core-1_0.html#AuthError */
const answers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    access_denied: 'signing in was cancelled, or you may not use this application',
    login_required: 'you have to sign in there first',
    interaction_required: 'you have to sign in there first',
    consent_required: 'you have to agree there first',
    temporarily_unavailable: 'it is too busy now; try again later',
    server_error: 'it has a fault; try again later',
    invalid_scope: 'it does not know one of the scopes that EXTAUDIT_OPENID_SCOPES names',
    unauthorized_client: 'it does not let this service sign people in',
    unsupported_response_type: 'it does not let this service sign people in',
  }),
);

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
const tokenAnswers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    invalid_grant: 'the code was used already or has ended; sign in again',
    invalid_client:
      "it does not know this service; the operator has to check the client's id and secret",
    unauthorized_client: 'it does not let this service sign people in',
  }),
);

/** A provider's own code, as far as it is one. */
function wordOf(text: string): string {
  return /^[a-z_]{1,40}$/.test(text) ? text : 'unknown';
}

/** The library's own words, which name claims and headers, and never values. */
function reasonOf(chain: readonly unknown[]): string {
  const told = chain.filter(
    (cause) => cause instanceof Error && codeOf(cause).startsWith('OAUTH_'),
  );
  const messages = told.map((cause) => (cause as Error).message);
  const isOfTime = chain.some((cause) => codeOf(cause) === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED');
  if (isOfTime) return 'its token has expired, or one of the clocks is wrong';
  return messages.at(-1) ?? 'it is not as OpenID Connect wants it';
}

function codeOf(cause: unknown): string {
  const { code } = cause as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function* causesOf(error: unknown): Generator {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}
