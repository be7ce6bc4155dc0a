// How the dotted paths of globals are put together.
import type { Node } from 'oxc-parser';
import { globalObjectNames } from './web-globals.ts';

/** The path of an undeclared name. Every undeclared name is a path; which of them matter, `knownGlobalPath` says. */
export function globalName(name: string): string | undefined {
  if (name === 'undefined' || name === 'NaN') return undefined;
  if (globalObjectNames.has(name)) return 'window';
  return name === 'browser' ? 'chrome' : name;
}

/** The path of a member of what another path denotes. */
export function memberPath(object: string, key: string): string | undefined {
  if (object === 'window') return globalName(key) ?? key;
  // A module's default export and the global object's own name for itself change nothing.
  if (object === 'chrome' && key === 'default') return 'chrome';
  if (key === 'document' && (object === 'top' || object === 'parent')) return 'document';
  // What else the document of a frame holds is not the page's: the script may just have written it.
  if (frameObjects.has(object)) return frameMembers.get(`${object}.${key}`);
  if (key === 'ownerDocument' && object.startsWith('document.')) return 'document';
  if (object !== 'document') return `${object}.${key}`;
  return documentMembers.get(key) ?? `${object}.${key}`;
}

/** The window of a frame, whose storage and requests are those of its page, and its document. */
const frameObjects: ReadonlySet<string> = new Set(['contentWindow', 'contentDocument']);

/** `frame.contentWindow` */
export function framePath({
  computed,
  property,
}: Node & { type: 'MemberExpression' }): string | undefined {
  return !computed && property.type === 'Identifier' && frameObjects.has(property.name)
    ? property.name
    : undefined;
}

/** Members of a document that are globals themselves. */
const documentMembers: ReadonlyMap<string, string> = new Map([
  ['defaultView', 'window'],
  ['location', 'location'],
]);

/**
 * `n(3150).storage.local`, `r.a.tabs.query`: bundles reach a polyfill through names that say nothing, and frames have what
 * their page has: `frame.contentDocument.cookie`, `frame.contentWindow.fetch`.
 */
export function wrappedPath(node: Node & { type: 'MemberExpression' }): string | undefined {
  const { object, property } = node;
  if (node.computed || property.type !== 'Identifier' || object.type !== 'MemberExpression')
    return undefined;
  if (
    object.computed ||
    object.property.type !== 'Identifier' ||
    object.object.type === 'ThisExpression'
  )
    return undefined;
  const namespace = object.property.name;
  if (apiMembers.get(namespace)?.has(property.name) === true)
    return `chrome.${namespace}.${property.name}`;
  return frameMembers.get(`${namespace}.${property.name}`);
}

/** What is reached through a frame or an element, by its last two names. */
const frameMembers: ReadonlyMap<string, string> = new Map([
  ...['contentDocument', 'document', 'ownerDocument'].map(
    (name) => [`${name}.cookie`, 'document.cookie'] as const,
  ),
  ...'EventSource Function WebSocket XMLHttpRequest eval fetch localStorage sessionStorage'
    .split(' ')
    .map((name) => [`contentWindow.${name}`, name] as const),
  ['contentWindow.document', 'contentDocument'],
  ['navigator.sendBeacon', 'navigator.sendBeacon'],
]);

/** Namespaces of the extension API by members that hardly anything else has. */
const apiMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    cookies: 'getAll',
    downloads: 'download',
    management: 'getAll',
    runtime:
      'sendMessage onMessage onMessageExternal onConnectExternal onInstalled getURL getManifest connectNative sendNativeMessage',
    scripting: 'executeScript registerContentScripts',
    storage: 'local sync session managed',
    tabs: 'captureVisibleTab executeScript onUpdated query sendMessage',
    webNavigation: 'onBeforeNavigate onCommitted onCompleted',
    webRequest: 'onAuthRequired onBeforeRequest onBeforeSendHeaders onHeadersReceived',
  }).map(([namespace, members]) => [namespace, new Set(members.split(' '))]),
);
