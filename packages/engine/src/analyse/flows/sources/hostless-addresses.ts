import type { Node } from 'oxc-parser';
import type { Scope } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../../values/script-reader.ts';

/** Addresses that lead to no host. */
const hostlessScheme =
  /^\s*(?:about|blob|chrome|chrome-extension|data|edge|file|filesystem|javascript|mailto|moz-extension|opera):/i;

/** Whether an address is known to lead to no host: a favicon, a file of the package, text in itself. */
export function isHostless(url: Node | undefined, scope: Scope, script: ScriptReader): boolean {
  if (url === undefined) return false;
  if (url.type === 'TemplateElement') return hostlessScheme.test(url.value.cooked ?? '');
  const value = script.fold(url, scope);
  if (value.kind === 'string' && hostlessScheme.test(value.text)) return true;
  return isPackageAddress(url, scope, script);
}

/** Whether a value begins with a remote address that data follows, whatever element loads it. */
export function isRemoteStart(value: Node, scope: Scope, script: ScriptReader): boolean {
  const address = script.fold(value, scope);
  return (
    address.kind === 'string' && !address.exact && /^\s*(?:https?:)?\/\/[^/]+\//i.test(address.text)
  );
}

/** `chrome.runtime.getURL(…)`, and `new URL` of it. */
function isPackageAddress(url: Node, scope: Scope, script: ScriptReader): boolean {
  const { node, scope: from } = script.origin(url, scope);
  if (node.type === 'NewExpression') {
    const [address] = node.arguments;
    if (address === undefined || script.pathOf(node.callee, from) !== 'URL') return false;
    return address.type !== 'NewExpression' && isHostless(address, from, script);
  }
  if (node.type !== 'CallExpression') return false;
  return /^chrome\.(?:runtime|extension)\.getURL$/.test(script.pathOf(node.callee, from) ?? '');
}
