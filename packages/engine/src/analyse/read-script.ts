import type { Collector } from './collector.ts';
import { readDomSinkAssignment, readDomSinkCall } from './dom-sinks.ts';
import {
  readDynamicCodeAssignment,
  readDynamicCodeCall,
  readDynamicImport,
} from './dynamic-code.ts';
import { readDynamicRules } from './dynamic-rules.ts';
import { EndpointReader } from './endpoints.ts';
import { FlowReader } from './flows/flow-reader.ts';
import { readInertScript } from './inert-scripts.ts';
import { readListenerAssignment, readListenerCall } from './listeners.ts';
import { readLoadsOfCall, readLoadsOfAssignment, readStaticImports } from './loads.ts';
import { linkSites } from './link-sites.ts';
import { readMessageAssignment, readMessageCall } from './messages.ts';
import { NavigationReader } from './navigations.ts';
import { ObfuscationReader } from './obfuscation.ts';
import { readPageChangeCall } from './page-changes.ts';
import { assignmentsOfCall, readAssignment, readCall } from './read-call.ts';
import type { StringConstant } from './facts.ts';
import type { Lines } from './lines.ts';
import type { FunctionInfo } from './scopes.ts';
import type { Text } from './walk.ts';
import type { Assignment, Call, ScriptReader } from './script-reader.ts';
import { hostOfText, isReservedHost } from './url-host.ts';
import { addCallUse, addReadUse, addWriteUse } from './uses.ts';

/** Lists of addresses are data; what is contacted is among the endpoints. */
const urlsPerScriptMax = 2_000;
const textsPerScriptMax = 50_000;
const textLengthMax = 300;

/** Everything that one script says, into the collector. Works through the sites of its walk; the walk is not repeated. */
export function readScript(script: ScriptReader, facts: Collector): void {
  const { sites } = script.walked;
  linkSites(script);
  const endpoints = new EndpointReader(script, facts);
  const obfuscation = new ObfuscationReader(script, facts);
  const flows = new FlowReader(script, facts);
  const navigations = new NavigationReader(script, facts);
  const readWrite = (write: Assignment): void => {
    addWriteUse(write, script, facts);
    endpoints.readAssignment(write);
    readDynamicCodeAssignment(write, script, facts);
    readDomSinkAssignment(write, script, facts);
    readMessageAssignment(write, script, facts);
    readListenerAssignment(write, script, facts);
    navigations.readAssignment(write);
    readLoadsOfAssignment(write, script, facts);
    flows.readAssignment(write);
  };
  // Not `for … of`: so much is inlined here that its steps are made as objects.
  for (let index = 0; index < sites.length; index += 1) {
    const site = sites[index]!;
    const { node, scope } = site;
    obfuscation.readSite(site);
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression': {
        const call = readCall(node, site, script);
        if (call === undefined) break;
        // Most calls are of the script's own functions, which mean nothing to the other readers.
        if (call.path === undefined && call.method === undefined) {
          endpoints.readCall(call);
          flows.readCall(call);
          break;
        }
        for (const write of assignmentsOfCall(call)) readWrite(write);
        addCallUse(call, script, facts);
        endpoints.readCall(call);
        readDynamicCodeCall(call, script, facts);
        readDomSinkCall(call, script, facts);
        readMessageCall(call, script, facts);
        readListenerCall(call, script, facts);
        navigations.readCall(call);
        readPageChangeCall(call, script, facts);
        readLoadsOfCall(call, script, facts);
        obfuscation.readCall(call);
        flows.readCall(call);
        readDynamicRules(call, script, facts);
        break;
      }
      case 'AssignmentExpression':
        readWrite(readAssignment(node, site, script));
        break;
      case 'ImportExpression': {
        const call: Call = {
          node,
          scope,
          path: 'import',
          method: undefined,
          object: undefined,
          arguments: [node.source],
          isConstruction: false,
        };
        readDynamicImport(site, script, facts);
        readLoadsOfCall(call, script, facts);
        flows.readCall(call);
        break;
      }
      case 'DebuggerStatement':
        facts.addUse({
          ...script.place(site),
          path: 'debugger',
          access: 'read',
          arguments: [],
        });
        break;
      default: {
        const path = script.pathOf(node, scope);
        if (path !== undefined) addReadUse(site, path, script, facts);
      }
    }
  }
  flows.finish();
  obfuscation.finish();
  readStaticImports(script, facts);
  addTexts(script, facts);
  const inert = script.isDecoded ? undefined : readInertScript(script);
  if (inert !== undefined) facts.inertScripts.push(inert);
}

function addTexts(script: ScriptReader, facts: Collector): void {
  let urls = 0;
  const withinOf = new Map<FunctionInfo | undefined, readonly number[]>();
  const decoded = script.resolver.decodedTexts(script.walked.sites);
  const { texts: written } = script.walked;
  const texts = decoded.length === 0 ? written : [...decoded, ...written];
  if (texts.length > textsPerScriptMax) facts.cut();
  for (const text of texts.slice(0, textsPerScriptMax)) {
    const owner = text.scope.function;
    const within = withinOf.get(owner) ?? text.scope.within();
    withinOf.set(owner, within);
    facts.strings.push(new PlacedText(text, within, script.lines));
    if (!text.text.includes('://')) continue;
    const url = /^\s*((?:https?|wss?|ftp):\/\/[^\s"'<>`]{3,500})/i.exec(
      text.text.slice(0, 1_000),
    )?.[1];
    const host = url === undefined ? undefined : hostOfText(url, true);
    if (url === undefined || host === undefined || isReservedHost(host)) continue;
    if (urls >= urlsPerScriptMax) {
      facts.cut();
      continue;
    }
    urls += 1;
    facts.urls.push({ at: script.at(text.start), url, host });
  }
}

/** Strings are many and few are asked about: their places are worked out when they are. Holds nothing of the syntax tree. */
class PlacedText implements StringConstant {
  readonly text: string;
  readonly within: readonly number[];
  readonly #start: number;
  readonly #lines: Pick<Lines, 'at'>;

  constructor({ text, start }: Text, within: readonly number[], lines: Pick<Lines, 'at'>) {
    this.text = text.length > textLengthMax ? text.slice(0, textLengthMax) : text;
    this.within = within;
    this.#start = start;
    this.#lines = lines;
  }

  get at(): StringConstant['at'] {
    return this.#lines.at(this.#start);
  }
}
