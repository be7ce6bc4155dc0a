import type { JsonObject, JsonValue } from '../model/extension.ts';
import { isList, isObject } from '../model/manifest-reader.ts';
import { findingKey, type Gained } from './gained.ts';
import type { Surface } from './surface.ts';

/**
 * The surface without what is accepted of it. Permissions go out of the manifest, so that only the others make Chrome
 * warn: a warning has no name of its own that somebody could accept.
 */
export function surfaceWithout(surface: Surface, accepted: readonly Gained[]): Surface {
  const names = (...kinds: readonly Gained['kind'][]): ReadonlySet<string> =>
    new Set(accepted.flatMap(({ kind, name }) => (kinds.includes(kind) ? name : [])));
  const findings = new Set(
    accepted.flatMap(({ finding }) => (finding === undefined ? [] : findingKey(finding))),
  );
  const flows = new Set(accepted.flatMap(({ flow }) => (flow ? JSON.stringify(flow) : [])));
  const [hosts, receivers] = [names('host'), names('receiver')];
  const left = surface.findings.filter((finding) => !findings.has(findingKey(finding)));
  return {
    ...surface,
    manifest: manifestWithout(
      surface.manifest,
      names('permission', 'optional-permission', 'site'),
      goneRules(surface, left),
    ),
    findings: left,
    flows: surface.flows.filter((flow) => !flows.has(JSON.stringify(flow))),
    hosts: surface.hosts.filter((host) => !hosts.has(host)),
    receivers: surface.receivers.filter((host) => !receivers.has(host)),
  };
}

/** Rules of which nothing is left. */
function goneRules(surface: Surface, left: Surface['findings']): ReadonlySet<string> {
  const rules = new Set(surface.findings.map(({ rule }) => rule));
  return rules.difference(new Set(left.map(({ rule }) => rule)));
}

/** Rules that speak of the keys that make Chrome warn without being permissions. */
const keyRules: Readonly<Record<string, readonly string[]>> = {
  chrome_url_overrides: ['page-override'],
  chrome_settings_overrides: ['search-provider-override', 'start-page-override'],
  devtools_page: ['devtools-page'],
};

function manifestWithout(
  manifest: JsonObject,
  names: ReadonlySet<string>,
  rules: ReadonlySet<string>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(manifest)
      .filter(([key]) => keyRules[key]?.some((rule) => rules.has(rule)) !== true)
      .map(([key, value]) => [key, valueWithout(key, value, names)]),
  );
}

function valueWithout(key: string, value: JsonValue, names: ReadonlySet<string>): JsonValue {
  if (!isList(value)) return value;
  const isLeft = (entry: JsonValue): boolean => typeof entry !== 'string' || !names.has(entry);
  if (key !== 'content_scripts') return value.filter(isLeft);
  return value.map((script) => {
    const matches = isObject(script) ? script['matches'] : undefined;
    if (!isObject(script) || !isList(matches)) return script;
    return { ...script, matches: matches.filter(isLeft) };
  });
}
