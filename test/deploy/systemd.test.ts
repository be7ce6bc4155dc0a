import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadConfig } from '../../packages/server/src/config.ts';

describe('the unit of systemd', async () => {
  const path = join(import.meta.dirname, '../../deploy/systemd/extaudit.service');
  const unit = readUnit(await readFile(path, 'utf8'));

  it('has the sections and keys that systemd looks for', () => {
    assert.deepEqual(Object.keys(unit), ['Unit', 'Service', 'Install']);
    assert.deepEqual(unit['Install'], { WantedBy: ['multi-user.target'] });
    const unknown = Object.keys(unit['Service'] ?? {}).filter((key) => !serviceKeys.has(key));
    assert.deepEqual(unknown, []);
  });

  it('lets the service stop its database itself, and starts it again after a failure', () => {
    const { KillMode, Restart, TimeoutStopSec, ExecStart } = unit['Service'] ?? {};
    assert.deepEqual([KillMode, Restart], [['mixed'], ['on-failure']]);
    // extaudit stops within 30 s.
    assert.ok(Number(TimeoutStopSec?.[0]) > 30);
    assert.match(ExecStart?.[0] ?? '', /\/extaudit serve$/);
  });

  it('gives it settings that extaudit takes', async () => {
    const entries = unit['Service']?.['Environment']?.map((entry) => entry.split('=')) ?? [];
    const config = await loadConfig({ env: Object.fromEntries(entries) });
    assert.equal(config.dataDir, '/var/lib/extaudit');
    assert.deepEqual(unit['Service']?.['StateDirectory'], ['extaudit']);
  });

  it('lets it write nothing but its own folders, and leaves V8 its memory', () => {
    const service = unit['Service'] ?? {};
    for (const [key, value] of Object.entries(hardening)) assert.deepEqual(service[key], [value]);
    assert.ok(!('MemoryDenyWriteExecute' in service));
    assert.ok(!('ReadWritePaths' in service));
    assert.notEqual(service['User']?.[0], 'root');
  });
});

const hardening: Readonly<Record<string, string>> = {
  NoNewPrivileges: 'yes',
  CapabilityBoundingSet: '',
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  PrivateDevices: 'yes',
  ProtectKernelTunables: 'yes',
  ProtectKernelModules: 'yes',
  ProtectControlGroups: 'yes',
  RestrictNamespaces: 'yes',
  RestrictSUIDSGID: 'yes',
  LockPersonality: 'yes',
  UMask: '0077',
};

/** https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html and systemd.service.html */
const serviceKeys = new Set([
  ...Object.keys(hardening),
  'AmbientCapabilities',
  'CacheDirectory',
  'CacheDirectoryMode',
  'Environment',
  'EnvironmentFile',
  'ExecStart',
  'Group',
  'KillMode',
  'LimitNOFILE',
  'ProtectClock',
  'ProtectHostname',
  'ProtectKernelLogs',
  'ProtectProc',
  'Restart',
  'RestartSec',
  'RestrictAddressFamilies',
  'RestrictRealtime',
  'StateDirectory',
  'StateDirectoryMode',
  'SystemCallArchitectures',
  'SystemCallErrorNumber',
  'SystemCallFilter',
  'TimeoutStopSec',
  'User',
  'WorkingDirectory',
]);

/** Section to key to values, in the order of the file. */
function readUnit(text: string): Record<string, Record<string, string[]>> {
  const unit: Record<string, Record<string, string[]>> = {};
  let section: Record<string, string[]> | undefined;
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const header = /^\[(\w+)\]$/.exec(line)?.[1];
    if (header !== undefined) {
      section = unit[header] = {};
      continue;
    }
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    assert.ok(section && key !== '', `${line} is neither a section nor an assignment`);
    (section[key] ??= []).push(value);
  }
  return unit;
}
