import { resolve } from 'node:path';
import { ConfigError, wrong, type Found } from './config-values.ts';

/** How members sign in by OpenID Connect. */
export interface OpenidConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Absolute; its first line is the secret. */
  readonly clientSecretFile: string | undefined;
  /** By which members know the provider. */
  readonly name: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  /** Group -> role; absent: owners give roles. */
  readonly roles: ReadonlyMap<string, OpenidRole> | undefined;
}

export const openidVariables = {
  openidIssuer: 'EXTAUDIT_OPENID_ISSUER',
  openidClientId: 'EXTAUDIT_OPENID_CLIENT_ID',
  openidClientSecretFile: 'EXTAUDIT_OPENID_CLIENT_SECRET_FILE',
  openidName: 'EXTAUDIT_OPENID_NAME',
  openidScopes: 'EXTAUDIT_OPENID_SCOPES',
  openidGroupsClaim: 'EXTAUDIT_OPENID_GROUPS_CLAIM',
  openidRoles: 'EXTAUDIT_OPENID_ROLES',
} as const;
type OpenidKey = keyof typeof openidVariables;

type OpenidRole = 'viewer' | 'analyst' | 'owner';

/** Nothing without an issuer. The provider sends browsers back, so people's address of the service has to be known. */
export function openidOf(
  find: (key: OpenidKey) => Found | undefined,
  { folder, publicUrl }: { readonly folder: string; readonly publicUrl: string | undefined },
): OpenidConfig | undefined {
  const issuer = find('openidIssuer');
  const clientId = find('openidClientId');
  if (!issuer || !clientId) {
    const keys = Object.keys(openidVariables) as OpenidKey[];
    const lonely = keys.map((key) => find(key)).find((found) => found !== undefined);
    if (!lonely) return undefined;
    throw new ConfigError(
      `${lonely.name} needs both ${openidVariables.openidIssuer} and ${openidVariables.openidClientId}`,
    );
  }
  if (publicUrl === undefined) {
    throw new ConfigError(
      `${issuer.name} needs EXTAUDIT_PUBLIC_URL, where the provider sends people back to`,
    );
  }
  const secret = find('openidClientSecretFile');
  return {
    issuer: issuerOf(issuer),
    clientId: clientId.value,
    clientSecretFile: secret && resolve(folder, secret.value),
    name: find('openidName')?.value ?? 'single sign-on',
    scopes: scopesOf(find('openidScopes')),
    groupsClaim: find('openidGroupsClaim')?.value ?? 'groups',
    roles: rolesOf(find('openidRoles')),
  };
}

/** Plain http could be changed on its way, except within this machine. */
function issuerOf(found: Found): string {
  const { protocol, hostname = '', username, search, hash } = URL.parse(found.value) ?? {};
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal);
  if (!isSafe || username !== '' || search !== '' || hash !== '') {
    throw wrong(found, 'the https:// address by which the provider names itself');
  }
  return found.value;
}

function scopesOf(found: Found | undefined): string {
  if (!found) return 'openid email';
  const scopes = found.value.split(/[\s,]+/).filter((scope) => scope !== '');
  if (!scopes.includes('openid')) throw wrong(found, 'scopes with openid among them');
  return scopes.join(' ');
}

/** A group's name may hold commas and `=`, as those of LDAP do: what ends an entry is the role. */
function rolesOf(found: Found | undefined): ReadonlyMap<string, OpenidRole> | undefined {
  if (!found) return undefined;
  const entry = /\s*([^\s].*?)\s*=\s*(owner|analyst|viewer)\s*(?:,|$)/gy;
  const roles = new Map<string, OpenidRole>();
  let end = 0;
  for (const [text, group = '', role] of found.value.matchAll(entry)) {
    roles.set(group, role as OpenidRole);
    end += text.length;
  }
  if (roles.size === 0 || end !== found.value.length) {
    throw wrong(found, 'groups with their roles, such as security=owner,soc=analyst,staff=viewer');
  }
  return roles;
}
