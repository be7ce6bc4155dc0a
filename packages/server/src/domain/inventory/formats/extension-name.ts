import { firefoxExtensionId, isGeckoId } from '@extaudit/engine';

/** An extension by what a source calls it. */
export interface NamedExtension {
  readonly extensionId: string;
  readonly geckoId: string | undefined;
}

const storeAddress = /^https?:\/\/([^/]*)\/(.*)$/i;

/** An id of 32 letters in any case, an add-on's own id, or the address of a store's page. @returns what is wrong with others */
export function nameExtension(text: string): NamedExtension | string {
  const [, host = '', path = ''] = storeAddress.exec(text) ?? [];
  const isStore = /google|microsoft/i.test(host);
  const id = (isStore ? /([a-p]{32})(?:[/?#]|$)/i.exec(path)?.[1] : undefined) ?? text;
  if (/^[a-p]{32}$/i.test(id)) return { extensionId: id.toLowerCase(), geckoId: undefined };
  if (isGeckoId(text)) return { extensionId: firefoxExtensionId(text), geckoId: text };
  if (/^https?:\/\/addons\.mozilla\.org\//i.test(text)) {
    return 'the address of an add-on does not say its id; it stands in about:support, such as name@example.org';
  }
  const shown = JSON.stringify(text.slice(0, 60));
  if (text === '') return 'there is no extension id';
  if (/^[a-z]{28,36}$/i.test(text)) {
    return `${shown} has ${text.length} letters; an extension id has 32, from a to p`;
  }
  return `${shown} is no extension id; one has 32 letters from a to p, or is an add-on's such as name@example.org`;
}
