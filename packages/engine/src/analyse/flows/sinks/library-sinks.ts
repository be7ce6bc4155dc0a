import type { Node } from 'oxc-parser';
import type { Scope } from '../../syntax/scopes.ts';
import type { Call, ScriptReader } from '../../values/script-reader.ts';
import { isFunction } from '../../syntax/nodes.ts';
import { isHostless } from '../sources/hostless-addresses.ts';
import {
  isInterceptor,
  requestOf,
  requestOfChain,
  requestOfClient,
} from '../../values/index/library-calls.ts';
import type { LibraryRequest } from '../../values/index/library-calls.ts';
import type { FoundSink } from './found-sink.ts';
import { noSinks } from './found-sink.ts';

/** Returns of one interceptor that are looked at. */
const returnsMax = 10;

/** `axios.post(url, data)`, `axios({ url, data })`: what a call of a client sends. */
export function sinksOfRequest(call: Call, script: ScriptReader): readonly FoundSink[] {
  const { object, method, node, scope, arguments: given } = call;
  const callee = node.type === 'CallExpression' ? node.callee : undefined;
  const request =
    object !== undefined
      ? requestOf(script, object, method, call)
      : callee && requestOfClient(script, callee, call);
  return sent(request, given, scope, script);
}

/** `superagent.post(url).send(data)`: what is added to a request before it is sent. */
export function sinksOfChain(
  values: readonly Node[],
  object: Node,
  scope: Scope,
  script: ScriptReader,
): readonly FoundSink[] {
  return sent(requestOfChain(script, object, scope), values, scope, script);
}

/** `axios.interceptors.request.use(config => config)`: what is put into every request of a client. */
export function sinksOfInterceptor(
  { object, scope, arguments: [interceptor] }: Call,
  script: ScriptReader,
): readonly FoundSink[] {
  if (object === undefined || !isInterceptor(script, object, scope, 'request')) return noSinks;
  const returned = script.handler(interceptor, scope)?.returns ?? [];
  return returned
    .slice(0, returnsMax)
    .map((at) => ({ kind: 'network' as const, values: [at.node], at }));
}

function sent(
  request: LibraryRequest | undefined,
  given: readonly Node[],
  scope: Scope,
  script: ScriptReader,
): readonly FoundSink[] {
  if (request === undefined || isHostless(request.url, scope, script)) return noSinks;
  const values = given.filter((node) => !isFunction(node));
  return [{ kind: 'network', values, url: request.url }];
}
