import type { ExtensionPackage } from '../unpack/package.ts';
import { parseChromiumJson } from './chromium-json.ts';
import type { JsonObject, JsonValue } from './extension.ts';
import { isObject } from './manifest-reader.ts';

/** A text with its `__MSG_x__` resolved; `missing` names those that stayed as they were. */
interface ResolvedText {
  readonly text: string;
  readonly missing: readonly string[];
}

export type ResolveMessages = (text: string) => ResolvedText;

/**
 * Resolves by `_locales/<default locale>/messages.json`, read at the first use.
 * https://developer.chrome.com/docs/extensions/reference/api/i18n
 */
export function messageResolver(
  files: ExtensionPackage['files'],
  defaultLocale: string | undefined,
): ResolveMessages {
  let messages: ReadonlyMap<string, string> | undefined;
  return (text) => {
    const missing: string[] = [];
    const resolved = text.replace(/__MSG_([A-Za-z0-9_@]+?)__/g, (placeholder, name: string) => {
      messages ??= readMessages(files, defaultLocale);
      const message = messages.get(name.toLowerCase());
      if (message === undefined) missing.push(placeholder);
      return message ?? placeholder;
    });
    return { text: resolved, missing };
  };
}

function readMessages(
  files: ExtensionPackage['files'],
  defaultLocale: string | undefined,
): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  const bytes =
    defaultLocale === undefined
      ? undefined
      : files.get(`_locales/${defaultLocale.replaceAll('-', '_')}/messages.json`);
  if (bytes === undefined) return messages;
  for (const [name, entry] of Object.entries(parsed(bytes))) {
    if (!isObject(entry) || typeof entry['message'] !== 'string') continue;
    messages.set(name.toLowerCase(), withPlaceholders(entry['message'], entry['placeholders']));
  }
  return messages;
}

/** A broken catalogue leaves every message unresolved, which the caller warns of. */
function parsed(bytes: Uint8Array): JsonObject {
  try {
    const { value } = parseChromiumJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** `$name$` stands for the placeholder's content and `$$` for a dollar sign; not applied to what it inserted. */
function withPlaceholders(message: string, placeholders: JsonValue | undefined): string {
  const contents = new Map<string, string>();
  if (isObject(placeholders)) {
    for (const [name, entry] of Object.entries(placeholders)) {
      if (isObject(entry) && typeof entry['content'] === 'string') {
        contents.set(name.toLowerCase(), entry['content']);
      }
    }
  }
  return message.replace(/\$(?:\$|([A-Za-z0-9_@]+)\$)/g, (found, name: string | undefined) =>
    name === undefined ? '$' : (contents.get(name.toLowerCase()) ?? found),
  );
}
