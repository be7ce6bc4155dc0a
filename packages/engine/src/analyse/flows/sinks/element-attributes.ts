import type { Node } from 'oxc-parser';
import type { SinkKind } from '../../../vocabulary.ts';
import type { Scope } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../../values/script-reader.ts';

/** Attributes that load or run what they are given, by the element's tag. */
const attributes: ReadonlyMap<string, ReadonlyMap<string, SinkKind>> = new Map([
  [
    'src',
    new Map<string, SinkKind>([
      ['script', 'script-injection'],
      ['img', 'network'],
      ['audio', 'network'],
      ['video', 'network'],
      ['source', 'network'],
      ['iframe', 'navigation'],
      ['embed', 'navigation'],
    ]),
  ],
  [
    'href',
    new Map<string, SinkKind>([
      ['link', 'network'],
      ['a', 'page-link'],
    ]),
  ],
  ['data', new Map<string, SinkKind>([['object', 'navigation']])],
  ['text', new Map<string, SinkKind>([['script', 'script-injection']])],
  ['textContent', new Map<string, SinkKind>([['script', 'script-injection']])],
  ['innerHTML', new Map<string, SinkKind>([['script', 'script-injection']])],
  ['innerText', new Map<string, SinkKind>([['script', 'script-injection']])],
]);
/** Which sink an attribute of a created element is; undefined for most. */
export function attributeKind(
  property: string,
  object: Node,
  scope: Scope,
  script: ScriptReader,
): SinkKind | undefined {
  const kinds = attributes.get(property);
  const tag = kinds === undefined ? undefined : script.createdElement(object, scope);
  const kind = tag === undefined ? undefined : kinds?.get(tag);
  return kind === 'page-link' && isForSaving(object, scope, script) ? undefined : kind;
}

/** `link.download = 'tides.csv'`: nobody sees a link that only saves what it leads to. */
function isForSaving(link: Node, scope: Scope, script: ScriptReader): boolean {
  const writes = script.bindingOf(link, scope)?.propertyWrites ?? [];
  return writes.some(({ key }) => key === 'download');
}
