import { nameExtension } from './extension-name.ts';
import type { InventoryEntry } from './inventory-entry.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Policies are nested under browser, policy and value, and no deeper. */
const depthMax = 8;

const listModes: ReadonlyMap<string, string> = new Map([
  ['ExtensionInstallForcelist', 'force_installed'],
  ['ExtensionInstallAllowlist', 'allowed'],
  ['ExtensionInstallBlocklist', 'blocked'],
]);

/**
 * What the policies of a browser say of extensions by name: `ExtensionSettings` of Chrome, Edge or Firefox and Chrome's
 * lists, bare, as files of managed policies, or as chrome://policy exports them. @returns `undefined` where there are none
 */
export function readPolicy(value: unknown): readonly (InventoryEntry | string)[] | undefined {
  const entries: (InventoryEntry | string)[] = [];
  let isPolicy = false;
  function look(inside: unknown, depth: number): void {
    if (!isFields(inside) || depth > depthMax) return;
    for (const [name, setting] of Object.entries(inside)) {
      const mode = listModes.get(name);
      if (name === 'ExtensionSettings') {
        isPolicy = true;
        for (const entry of settingsOf(valueOf(setting))) entries.push(entry);
      } else if (mode !== undefined) {
        isPolicy = true;
        for (const entry of listOf(valueOf(setting), mode)) entries.push(entry);
      } else look(setting, depth + 1);
    }
  }
  look(value, 0);
  if (!isPolicy && isSettings(value)) return settingsOf(value);
  return isPolicy ? entries : undefined;
}

/** chrome://policy puts level, scope and source beside it; policies may be JSON in a text. */
function valueOf(setting: unknown): unknown {
  if (typeof setting === 'string') {
    try {
      return JSON.parse(setting);
    } catch {
      return undefined;
    }
  }
  return isFields(setting) && 'value' in setting && 'source' in setting
    ? valueOf(setting['value'])
    : setting;
}

function isSettings(value: unknown): value is Fields {
  return (
    isFields(value) &&
    Object.values(value).length > 0 &&
    Object.values(value).every(
      (each) => isFields(each) && Object.keys(each).some((key) => settingKeys.has(key)),
    )
  );
}

const settingKeys = new Set([
  'installation_mode',
  'update_url',
  'install_url',
  'blocked_permissions',
  'allowed_permissions',
  'minimum_version_required',
  'runtime_blocked_hosts',
  'blocked_install_message',
]);

function settingsOf(settings: unknown): readonly (InventoryEntry | string)[] {
  if (!isFields(settings)) return [];
  return Object.entries(settings).flatMap(([names, setting]) =>
    // One setting may name several; * is all others, and update_url: a store's.
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '*' && !name.startsWith('update_url:'))
      .map((name) => entryOf(name, isFields(setting) ? setting['installation_mode'] : undefined)),
  );
}

/** Of forced ones an address follows the id. */
function listOf(list: unknown, mode: string): readonly (InventoryEntry | string)[] {
  if (!Array.isArray(list)) return [];
  return list
    .map((each: unknown) => String(each).split(';', 1)[0] ?? '')
    .filter((name) => name !== '*')
    .map((name) => entryOf(name, mode));
}

function entryOf(text: string, mode: unknown): InventoryEntry | string {
  const named = nameExtension(text);
  if (typeof named === 'string') return named;
  const installType = typeof mode === 'string' ? mode.slice(0, 60) : 'allowed';
  return {
    ...named,
    name: undefined,
    version: undefined,
    machine: '',
    user: undefined,
    browser: named.geckoId === undefined ? undefined : 'firefox',
    profile: undefined,
    installType,
    enabled: !['blocked', 'removed'].includes(installType),
    reportedMachines: undefined,
    manifest: undefined,
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
