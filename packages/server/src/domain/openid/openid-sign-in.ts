import type { Role } from '@extaudit/contract';
import type { OpenidProvider } from '../../outbound/openid-provider.ts';

/** How members sign in by OpenID Connect, as the operator has set it up. */
export interface OpenidSignIn {
  readonly provider: OpenidProvider;
  /** By which members know the provider. */
  readonly name: string;
  /** Which claim names a person's groups. */
  readonly groupsClaim: string;
  /** Group -> the role that it gives; absent: roles are given by owners, and nobody joins by signing in. */
  readonly roles: ReadonlyMap<string, Role> | undefined;
}
