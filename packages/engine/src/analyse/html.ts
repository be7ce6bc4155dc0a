import { isHtmlFile } from '../model/contexts.ts';
import type { Extension } from '../model/extension.ts';
import { htmlElements, isJavaScript } from '../model/html-elements.ts';
import type { HtmlElement } from '../model/html-elements.ts';
import { lineIndex } from '../model/line-index.ts';
import type { HtmlFact, Skipped } from './facts.ts';

/** What the package's pages load and run beside their script files, in order of file and place; pages cut short go to `skipped`. */
export function htmlFacts(extension: Extension, skipped: Skipped[] = []): HtmlFact[] {
  const facts: HtmlFact[] = [];
  for (const { file, text, elements } of pages(extension)) {
    const locate = lineIndex(file, text);
    const found = elements.flatMap((element) => [...elementFacts(element)]);
    if (found.length > factsPerPageMax)
      skipped.push({ what: file, why: 'holds more facts than are kept; the first ones were' });
    for (const { kind, offset, value } of found.slice(0, factsPerPageMax)) {
      facts.push({ kind, at: locate(offset), value: value.slice(0, valueLengthMax) });
    }
  }
  return facts;
}

export interface InlineScript {
  readonly file: string;
  readonly source: string;
  readonly isModule: boolean;
  /** Where `source` starts in the file, 1-based. */
  readonly line: number;
  readonly column: number;
}

/** JavaScript that stands inside `<script>` elements. */
export function* inlineScripts(extension: Extension): Generator<InlineScript> {
  for (const { file, text, elements } of pages(extension)) {
    const locate = lineIndex(file, text);
    for (const element of elements) {
      if (!isInlineScript(element) || element.text === undefined) continue;
      const { line, column } = locate(element.text.offset);
      const type = element.attributes.get('type')?.value.trim().toLowerCase();
      yield { file, source: element.text.value, isModule: type === 'module', line, column };
    }
  }
}

/** A report shows 20; a page that repeats one element a million times must not fill the memory. */
const factsPerPageMax = 1_000;
const valueLengthMax = 500;

interface PlacedFact {
  readonly kind: HtmlFact['kind'];
  readonly offset: number;
  readonly value: string;
}

function* pages(extension: Extension) {
  for (const [file, bytes] of extension.package.files) {
    if (!isHtmlFile(file)) continue;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    yield { file, text, elements: htmlElements(text) };
  }
}

function* elementFacts(element: HtmlElement): Generator<PlacedFact> {
  const { name, offset, attributes } = element;
  const remote = (attribute: string) => {
    const value = attributes.get(attribute)?.value;
    return value !== undefined && isRemote(value) ? value.trim() : undefined;
  };
  if (isJavaScript(element)) {
    const source = remote('src') ?? remote('href');
    if (source !== undefined) yield { kind: 'remote-script', offset, value: source };
  }
  if (isInlineScript(element)) {
    yield { kind: 'inline-script', offset, value: element.text?.value.trim() ?? '' };
  }
  if (frameElements.has(name)) {
    const source = remote('src') ?? remote('data');
    if (source !== undefined) yield { kind: 'remote-frame', offset, value: source };
  }
  if (name === 'link' && hasToken(attributes.get('rel')?.value, 'stylesheet')) {
    const source = remote('href');
    if (source !== undefined) yield { kind: 'remote-stylesheet', offset, value: source };
  }
  if (name === 'base' && attributes.has('href')) {
    yield { kind: 'base-element', offset, value: attributes.get('href')?.value ?? '' };
  }
  for (const [attribute, { value, offset: at }] of attributes) {
    if (isHandler(attribute) || isScriptUrl(attribute, value)) {
      yield { kind: 'inline-handler', offset: at, value: `${attribute}=${value}` };
    }
  }
}

const frameElements = new Set(['iframe', 'frame', 'embed', 'object', 'webview']);

function isInlineScript(element: HtmlElement): boolean {
  return (
    isJavaScript(element) &&
    !element.attributes.has('src') &&
    (element.text?.value.trim() ?? '') !== ''
  );
}

/** Anything that a network answers, also `//host/x.js`, which takes the page's scheme. */
function isRemote(url: string): boolean {
  return /^(?:https?:|wss?:|ftp:|[\\/]{2})/i.test(url.trimStart());
}

function isHandler(attribute: string): boolean {
  return /^on[a-z]{3,}$/.test(attribute);
}

function isScriptUrl(attribute: string, value: string): boolean {
  // Browsers skip control characters and white space before and inside the scheme.
  const start = value.slice(0, 200).replace(/[\0- ]+/g, '');
  return urlAttributes.has(attribute) && /^javascript:/i.test(start);
}

const urlAttributes = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'data']);

function hasToken(list: string | undefined, token: string): boolean {
  return list?.toLowerCase().split(/\s+/).includes(token) ?? false;
}
