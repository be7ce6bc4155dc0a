import { type Role, roles as fromLeast } from '@extaudit/contract';
import type { OpenidSignIn } from './openid-sign-in.ts';

/** The highest role that a person's groups give. @returns `undefined` where none gives any */
export function grantedRole(
  groups: unknown,
  roles: NonNullable<OpenidSignIn['roles']>,
): Role | undefined {
  const names: readonly unknown[] = Array.isArray(groups) ? groups : [groups];
  const granted = new Set(names.map((name) => typeof name === 'string' && roles.get(name)));
  return fromLeast.findLast((role) => granted.has(role));
}
