import { Type } from 'typebox';
import { Timestamp } from './primitives.ts';

export const SecondFactorCode = Type.String({
  minLength: 6,
  maxLength: 40,
  'x-allowed': 'six digits of the authenticator app, or a recovery code',
  description: 'Six digits of the authenticator app, or a recovery code. Each is good once.',
  examples: ['492039'],
});

export const SecondFactor = Type.Object({
  enabled: Type.Boolean({ description: 'Whether signing in asks for a code.' }),
  enabled_at: Type.Union([Timestamp('When it was turned on.'), Type.Null()], {
    description: 'Null: it is off.',
  }),
  recovery_codes_left: Type.Integer({
    description: 'How many recovery codes have not been used.',
  }),
});

export const StartedSecondFactor = Type.Object({
  secret: Type.String({
    description: 'For typing into the app: base32 (RFC 6238 with SHA-1, six digits, 30 seconds).',
  }),
  uri: Type.String({ description: 'The same for scanning, as `otpauth://totp/…`.' }),
});

export const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each stands in for one code of the app; shown this once.',
  }),
});
