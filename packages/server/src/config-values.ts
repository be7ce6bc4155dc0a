import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackagesLocation } from './storage/catalogue/open-packages.ts';

/** A setting's value as it was found. */
export interface Found {
  /** As the operator wrote it. */
  readonly name: string;
  readonly value: string;
}

export function integer(
  found: Found | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (!found) return fallback;
  const value = /^\d{1,9}$/.test(found.value) ? Number(found.value) : -1;
  if (value < min || value > max) throw wrong(found, `a whole number from ${min} to ${max}`);
  return value;
}

export function packagesOf(found: Found | undefined, dataDir: string): PackagesLocation {
  const folder = { packagesFolder: join(dataDir, 'packages'), packagesBucket: undefined };
  if (!found) return folder;
  if (found.value.startsWith('file:///')) {
    return { ...folder, packagesFolder: fileURLToPath(found.value) };
  }
  const url = URL.parse(found.value);
  const names = new Set(url?.searchParams.keys());
  const [endpoint, region] = ['endpoint', 'region'].map((name) => url?.searchParams.get(name));
  const isEndpoint = !endpoint || /^https?:\/\/[^/?#@]+\/?$/.test(endpoint);
  if (
    url?.protocol !== 's3:' ||
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host) ||
    !isEndpoint
  ) {
    throw wrong(found, packagesForms);
  }
  if (names.difference(new Set(['endpoint', 'region'])).size > 0) throw wrong(found, packagesForms);
  const prefix = decodeURIComponent(url.pathname).replace(/^\//, '');
  return {
    packagesFolder: join(dataDir, 'fetched-packages'),
    packagesBucket: {
      bucket: url.host,
      prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      endpoint: endpoint || undefined,
      region: region || 'us-east-1',
    },
  };
}

const packagesForms =
  'a file:/// URL of a folder, or s3://bucket/prefix, with ?endpoint=https://… and &region=… where they are needed';

export function flag(found: Found | undefined): boolean {
  if (!found) return false;
  if (found.value !== 'true' && found.value !== 'false') throw wrong(found, 'true or false');
  return found.value === 'true';
}

const unitSeconds = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
]);

/** @returns seconds */
export function duration(
  found: Found | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (!found) return fallback;
  const [, count, unit = ''] = /^(\d{1,9}) ?([smhd])$/.exec(found.value.trim()) ?? [];
  const seconds = Number(count) * (unitSeconds.get(unit) ?? 0);
  if (!(seconds >= min && seconds <= max)) {
    throw wrong(found, 'a number with its unit (s, m, h, d), from 1 s to 30 d, such as 90m');
  }
  return seconds;
}

/** Plain http is fine: what comes from a store is checked by its signature. */
export function serviceUrl(found: Found | undefined, fallback: string): string {
  if (!found) return fallback;
  const { protocol, username, href } = URL.parse(found.value) ?? {};
  if (href === undefined || !/^https?:$/.test(protocol ?? '') || username !== '') {
    throw wrong(found, 'an http:// or https:// address without user name');
  }
  return href;
}

/** @returns it without a slash at its end */
export function publicUrl(found: Found | undefined): string | undefined {
  if (!found) return undefined;
  const { protocol, username, origin, pathname, search, hash } = URL.parse(found.value) ?? {};
  const isPlain = username === '' && search === '' && hash === '';
  if (!/^https?:$/.test(protocol ?? '') || !isPlain) {
    throw wrong(found, 'the http:// or https:// address that people open');
  }
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** A wrong one is not repeated, because a password may be in it. */
export function smtpUrl(found: Found | undefined): Found | undefined {
  if (!found) return undefined;
  const { protocol, hostname } = URL.parse(found.value) ?? {};
  if (/^smtps?:$/.test(protocol ?? '') && hostname !== '') return found;
  throw new ConfigError(`${found.name} must be such as smtp://user:password@mail.example.org:587`);
}

export function mailSender(found: Found | undefined): Found | undefined {
  if (!found || /^(?:[^<>\r\n"]* <)?[^\s<>@]+@[^\s<>@]+>?$/.test(found.value)) return found;
  throw wrong(found, 'an address such as extaudit@example.org');
}

/** Plain http could be changed on its way, except within this machine. */
export function feedUrls(found: Found | undefined): string[] {
  if (!found) return [];
  const list = found.value.split(/[\s,]+/).filter((url) => url !== '');
  for (const url of list) {
    const { protocol, hostname, username } = URL.parse(url) ?? {};
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '');
    const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal);
    if (!isSafe || username !== '')
      throw wrong({ ...found, value: url }, 'an https:// address without user name');
  }
  return list;
}

export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export function listenAddress(found: Found | undefined): ListenAddress | undefined {
  if (!found) return undefined;
  const [, name, bracketed, digits] =
    /^(?:([\w.-]+)|\[([\da-fA-F:.]+)\]):(\d{1,5})$/.exec(found.value) ?? [];
  const host = name ?? bracketed;
  const port = Number(digits);
  if (host === undefined || !(port <= 65_535)) {
    throw wrong(found, 'an address with its port, such as 127.0.0.1:9464 or [::1]:9464');
  }
  return { host, port };
}

export function addresses(found: Found | undefined): string[] {
  if (!found) return [];
  const list = found.value.split(',').map((address) => address.trim());
  for (const address of list) {
    if (!isAddressOrRange(address))
      throw wrong(found, 'IP addresses or CIDR ranges, separated by commas');
  }
  return list;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix] = text.split('/', 2);
  const family = isIP(address);
  if (family === 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

/** A setting is unknown or has a value that does not fit; the message names it and says what would. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'invalid-config';
}

export function wrong(found: Found, expected: string): ConfigError {
  return new ConfigError(`${found.name} is ${JSON.stringify(found.value)}; it must be ${expected}`);
}
