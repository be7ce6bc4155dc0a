import { onlyAddsHeaders } from './adding-listeners.ts';
import type { Collector } from '../collect/collector.ts';
import { exactText } from '../constants/fold-calls.ts';
import type { Assignment, Call, ScriptReader } from '../values/script-reader.ts';
import type { Node } from 'oxc-parser';
import { isJquery } from '../values/index/library-calls.ts';

/** DOM events that say what the user does; jQuery has a method for each. */
const jqueryEvents: ReadonlySet<string> = new Set(
  'blur change click contextmenu copy cut dblclick focus focusin focusout input keydown keypress keyup mousedown mousemove mouseup paste scroll select submit'.split(
    ' ',
  ),
);
const optionsMax = 4;

export function readListenerCall(call: Call, script: ScriptReader, facts: Collector): void {
  const { path, method, scope } = call;
  const [first, second, third] = call.arguments;
  if (path?.endsWith('.addListener') === true) {
    const target = path.slice(0, -'.addListener'.length);
    add(
      call,
      target,
      target.slice(target.lastIndexOf('.') + 1),
      first,
      call.arguments.slice(1),
      script,
      facts,
    );
  } else if (method === 'addEventListener' || path === 'addEventListener') {
    const event = exactText(script.fold(first, scope));
    if (event !== undefined)
      add(call, targetOf(call, script), event, second, call.arguments.slice(2), script, facts);
  } else if (isJquery(call.object) && method !== undefined) {
    if (method === 'on' || method === 'bind' || method === 'delegate' || method === 'one') {
      const events = exactText(script.fold(first, scope)) ?? '';
      const handler = third ?? second;
      for (const event of events.split(/\s+/, 8)) {
        const name = event.split('.', 1)[0]!;
        if (jqueryEvents.has(name))
          add(call, targetOf(call, script), name, handler, [], script, facts);
      }
    } else if (jqueryEvents.has(method) && first !== undefined) {
      add(call, targetOf(call, script), method, call.arguments.at(-1), [], script, facts);
    }
  }
}

/** `element.onkeydown = …` */
export function readListenerAssignment(
  write: Assignment,
  script: ScriptReader,
  facts: Collector,
): void {
  const { property, path } = write;
  const name = property ?? path;
  if (name === undefined || !/^on[a-z]{3,20}$/.test(name)) return;
  // `x.onclick = null` takes a listener away.
  if (write.value.type === 'Literal') return;
  const target =
    write.object === undefined ? 'window' : objectTarget(script.pathOf(write.object, write.scope));
  add(write, target, name.slice(2), write.value, [], script, facts);
}

function targetOf(call: Call, script: ScriptReader): string {
  if (call.object === undefined) return 'window';
  if (isJquery(call.object) && call.object.type === 'CallExpression') {
    const [selected] = call.object.arguments;
    return objectTarget(selected === undefined ? undefined : script.pathOf(selected, call.scope));
  }
  return objectTarget(script.pathOf(call.object, call.scope));
}

function objectTarget(path: string | undefined): string {
  return path === 'document' || path === 'window' ? path : 'element';
}

function add(
  at: Call | Assignment,
  target: string,
  event: string,
  handler: Node | undefined,
  options: readonly Node[],
  script: ScriptReader,
  facts: Collector,
): void {
  const info = script.handler(handler, at.scope);
  facts.add(facts.listeners, {
    ...script.place(at),
    target,
    event,
    ...(info === undefined ? {} : { handler: info.id }),
    ...(event === 'onHeadersReceived' && info && onlyAddsHeaders(info) && { onlyAdds: true }),
    options: options.slice(0, optionsMax).map((node) => script.fold(node, at.scope)),
  });
}
