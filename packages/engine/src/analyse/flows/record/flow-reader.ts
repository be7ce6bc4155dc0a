import type { Node } from 'oxc-parser';
import type { SinkKind, SourceKind } from '../../../vocabulary.ts';
import { placeKey, wayKey } from '../../collect/collector.ts';
import type { Collector } from '../../collect/collector.ts';
import { Asked } from '../guards/asked.ts';
import { isRecord } from '../borders/records.ts';
import { BorderReader } from '../borders/border-reader.ts';
import type { BorderOutput } from '../borders/border-outputs.ts';
import { messageParts } from '../borders/message-parts.ts';
import { DataGuards } from '../guards/data-guards.ts';
import { Exchanges } from './exchanges.ts';
import { fillsFields } from './field-fills.ts';
import { FlowRecorder } from './flow-recorder.ts';
import type { RecordedSink } from './flow-recorder.ts';
import { addressSource } from '../sources/page-address.ts';
import { borderOrigin, embedded, firstOf, Mark } from '../vocabulary/origin.ts';
import type { Origin } from '../vocabulary/origin.ts';
import { OriginTracer } from '../trace/origin-tracer.ts';
import type { Reached } from '../../facts/reached.ts';
import { receiversOf } from './receivers.ts';
import { pageActs } from './page-acts.ts';
import { Relays } from './relays.ts';
import { SignedInAnswers } from './signed-in-answers.ts';
import { goesWhereAskedFor, goesWhereHanded } from '../guards/same-address.ts';
import { SiteChoices } from '../guards/site-choices.ts';
import { sinksOfAssignment, sinksOfCall } from '../sinks/sinks.ts';
import { TimeGates } from '../guards/time-gates.ts';
import { accountsIn } from '../../values/listed-accounts.ts';
import type { Assignment, Call, ScriptReader } from '../../values/script-reader.ts';
import type { Located, Scope } from '../../syntax/scopes.ts';
import { hostFetched, hostOf } from '../../constants/url-host.ts';
import { nameKeys } from '../../facts/border.ts';
import { countsAt } from '../vocabulary/counted-sources.ts';
import { sinkTraits } from '../../facts/sink-traits.ts';
import { sourceTraits } from '../../facts/source-traits.ts';
import type { FoundSink } from '../sinks/found-sink.ts';

/** Sinks of one script that are followed. */
const sinksMax = 1_500;
/** Places of one script that put something into pages, of which it is asked on which sites. */
const injectionsMax = 60;
const puttingIn: ReadonlySet<SinkKind> = new Set<SinkKind>(['dom-html', 'script-injection']);
/** Messages of one script of which it is asked who asks for them. */
const messagesMax = 60;

/** What is told of records of databases: what else they keep is read back by the script itself. */
const typed: ReadonlySet<SourceKind> = new Set<SourceKind>(['form-input', 'key-input']);

interface Sink extends RecordedSink {
  readonly values: readonly Node[];
  readonly only: ReadonlySet<SourceKind> | undefined;
  readonly isFragment: boolean | undefined;
  readonly isDone: boolean | undefined;
  /** The address among the values of a request. */
  readonly url: Node | undefined;
}

/** Gathers the sinks of one script, then asks where their values come from. */
export class FlowReader {
  private readonly script: ScriptReader;
  private readonly facts: Collector;
  private readonly tracer: OriginTracer;
  private readonly borders: BorderReader;
  private readonly guards: DataGuards;
  private readonly sinks: Sink[] = [];
  private asked: Asked | undefined;
  /** Places that put something into pages. */
  private readonly injections = new Map<Node, Located>();

  constructor(script: ScriptReader, facts: Collector) {
    this.script = script;
    this.facts = facts;
    this.borders = new BorderReader(script, facts.sharesGlobals);
    this.tracer = new OriginTracer(script, this.borders);
    this.guards = new DataGuards(script, this.borders.conditions);
    this.borders.knowCallers(() => this.tracer.callers);
  }

  readCall(call: Call): void {
    this.borders.readCall(call);
    const { method, object, scope, arguments: given } = call;
    if (method === 'open' && object !== undefined && given[1] !== undefined)
      this.tracer.readOpen(object, given[1], scope);
    for (const sink of sinksOfCall(call, this.script, this.opened)) this.add(sink, call);
  }

  readAssignment(write: Assignment): void {
    this.borders.readAssignment(write);
    for (const sink of sinksOfAssignment(write, this.script)) this.add(sink, write);
  }

  /** Adds the flows that were found. */
  finish(): void {
    const recorder = new FlowRecorder(this.script, this.facts, this.borders, this.tracer);
    this.borders.finish();
    const asked = (this.asked = new Asked(this.tracer, this.borders));
    const exchanges = new Exchanges(this.tracer);
    const relays = new Relays(this.tracer);
    const signedIn = new SignedInAnswers(this.tracer);
    const gates = new TimeGates(this.script, this.borders.conditions);
    // What says little is asked last: what is known of its values then costs the others nothing.
    const last = ({ kind }: Sink): boolean => sinkTraits[kind].isOfServers;
    for (const sink of [...this.sinks.filter((each) => !last(each)), ...this.sinks.filter(last)]) {
      let isReached = false;
      let isTyped = false;
      let isServed = false;
      for (const value of sink.values) {
        const origins = this.tracer.originsOf(
          value,
          sink.scope,
          sinkTraits[sink.kind].isMinor ? 'minor' : 'sink',
        );
        const counted = origins.filter(
          (origin) => isCounted(sink, origin) && !this.guards.guards(value, sink, origin.kind),
        );
        const isAddress = sink.kind !== 'network' || value === sink.url;
        const told = isAddress ? counted : this.recordByCalls(sink, value, counted, recorder);
        recorder.addSink(sink, isAddress ? told : embedded(told));
        this.noteReturned(sink, counted);
        if (sink.kind === 'network') {
          relays.note(sink, value, origins);
          isReached = signedIn.note(sink, origins) || isReached;
        }
        if (sink.kind === 'clipboard-write') this.noteClipboard(sink, value, origins);
        isReached ||= counted.length > 0;
        isServed ||=
          sink.kind === 'dom-html' &&
          counted.some(({ kind, border }) => kind === 'network-response' || border !== undefined);
        isTyped ||= counted.some(
          ({ kind, border }) => kind === 'form-input' || border !== undefined,
        );
      }
      if (isReached && sink.kind === 'network')
        this.facts.addExchange(this.script.at(sink.node.start), exchanges.of(sink, sink.url));
      if (isServed) recorder.notePlaced(sink);
      const { isMinor, isOfServers } = sinkTraits[sink.kind];
      if (!isReached && sink.isDone !== true) continue;
      const isKept = isTyped && sink.kind === 'extension-storage';
      if (!isMinor || isOfServers || isKept) this.noteAsking(sink, asked);
      const gate = isMinor ? undefined : gates.before(sink);
      if (gate !== undefined) this.facts.gates.set(placeKey(this.script.at(sink.node.start)), gate);
    }
    for (const relay of relays.found()) this.facts.add(this.facts.relays, relay);
    for (const answer of signedIn.found()) this.facts.add(this.facts.signedInAnswers, answer);
    this.readMessages(asked);
    const { outputs, senders, names } = this.borders;
    // Code that was text in a script has no names of its own that others could use.
    if (names.isShared && !this.script.isDecoded)
      this.facts.exported.set(this.script.file, names.exported());
    const { file } = this.script;
    const shared = this.borders.shared();
    const hasEnds = this.sinks.length + outputs.length > 0;
    const isKept = shared.length > 0 && this.facts.keep(this.script, hasEnds);
    for (const output of outputs) {
      for (const key of nameKeys(output.end)) this.facts.storedKeys.add(key);
      this.record(output, recorder);
    }
    for (const output of senders)
      recorder.addOutput(output, [addressSource(output.node, output.scope)]);
    this.readSiteChoices(recorder);
    if (shared.length > 0) {
      const pending = shared.map((output) => ({
        end: output.end,
        ...(isKept && { trace: (): void => this.recordShared(output, recorder) }),
      }));
      const reached = { reached: (): Reached => this.reached(recorder) };
      this.facts.pending.push({ file, outputs: pending, ...(isKept && reached) });
    }
    this.facts.follow(this.reached(recorder));
    // Last, so that it costs no answer that a flow rests on.
    for (const { control, ...at } of pageActs(this.tracer, this.borders.conditions))
      this.facts.add(this.facts.pageActs, { ...this.script.place(at), control });
    if (fillsFields(this.tracer)) this.facts.filling.add(this.script.file);
  }

  /** Records what each call of a helper sends to the host that it names; gives back what no such call sends. */
  private recordByCalls(
    sink: Sink,
    value: Node,
    counted: readonly Origin[],
    recorder: FlowRecorder,
  ): readonly Origin[] {
    if (sink.host !== undefined || sink.url === undefined || counted.length === 0) return counted;
    const told = new Set<Node>();
    for (const { host, helper, calls } of receiversOf(sink.url, sink.scope, this.tracer))
      for (const call of calls) {
        const sent = this.tracer.originsWithin(value, sink.scope, helper, call);
        const kept = counted.filter(({ node, kind }) =>
          sent.some((each) => each.node === node && each.kind === kind),
        );
        for (const { node } of kept) told.add(node);
        recorder.addSink({ ...sink, host }, embedded(kept));
      }
    return told.size === 0 ? counted : counted.filter(({ node }) => !told.has(node));
  }

  /** What decides on which sites something is put into pages. */
  private readSiteChoices(recorder: FlowRecorder): void {
    const choices = new SiteChoices(this.script, this.borders.conditions);
    for (const { node, scope } of this.injections.values()) {
      const sink = { kind: 'site-choice', node, scope, host: undefined } as const;
      for (const part of choices.of({ node, scope }))
        recorder.addSink(sink, this.tracer.originsOf(part.node, part.scope, 'minor'));
    }
  }

  /** Who asks for what is done with data. */
  private noteAsking(sink: Located, asked: Asked): void {
    const at = this.script.at(sink.node.start);
    const asking = asked.of(sink);
    const askingInOwnPage = asked.of(sink, true);
    if (asking !== undefined || askingInOwnPage !== undefined)
      this.facts.asked.set(placeKey(at), { file: at.file, asking, askingInOwnPage });
  }

  /** Who asks for the messages that the script sends, which decides what is asked for by those who hear them. */
  private readMessages(asked: Asked): void {
    const { file } = this.script;
    for (const { end, ...at } of this.borders.messages.slice(0, messagesMax))
      this.facts.messagesSent.push({
        file,
        end: { ...end, path: '' },
        asking: asked.of(at),
        askingInOwnPage: asked.of(at, true),
      });
    if (this.borders.messages.length > messagesMax)
      this.facts.messagesSent.push({ file, end: { channel: 'message', side: 'opener' } });
  }

  private noteClipboard({ node, scope }: Sink, value: Node, origins: readonly Origin[]): void {
    this.facts.add(this.facts.clipboardWrites, {
      at: this.script.at(node.start),
      within: scope.within(),
      value: this.script.fold(value, scope),
      isOfUser: origins.some(({ kind }) => sourceTraits[kind].from === 'user'),
      accounts: accountsIn(value, scope, this.script),
    });
  }

  /** Notes cookies that are sent to the address which they were asked for, and requests of the page that go where it meant. */
  private noteReturned({ kind, node, scope, url }: Sink, origins: readonly Origin[]): void {
    if (kind !== 'network' || url === undefined) return;
    for (const origin of origins) {
      const { scope: from, label } = firstOf(origin.last);
      if (origin.border !== undefined || from === undefined) continue;
      const isReturned =
        label.kind === 'page-answer' || label.kind === 'replaced'
          ? goesWhereHanded(origin.node, url, scope, this.script)
          : origin.kind === 'cookies' &&
            goesWhereAskedFor(origin.node, from, url, scope, this.script);
      if (isReturned)
        this.facts.returned.add(
          wayKey(this.script.at(origin.node.start), this.script.at(node.start)),
        );
    }
  }

  /** How far the data of the script was followed up to now. */
  private reached(recorder: FlowRecorder): Reached {
    const isFull = this.sinks.length >= sinksMax || recorder.isFull;
    if (isFull || this.tracer.isCut || this.borders.isCut) return 'bound';
    return this.tracer.isShortened || this.borders.isShortened ? 'part' : 'end';
  }

  private record(output: BorderOutput, recorder: FlowRecorder): void {
    const { from, node, scope } = output;
    const origins = from === undefined ? this.outputOrigins(output) : [borderOrigin(from)];
    if (isRecord(output.end)) this.recordKept({ node, scope }, origins, recorder);
    if (output.isExternal !== true) return recorder.addOutput(output, origins);
    const { isGuarded } = output;
    recorder.addSink(
      { kind: 'external-response', node, scope, host: undefined, isGuarded },
      origins,
    );
  }

  /** What users type is kept in a record of a database as in other storage. */
  private recordKept(at: Located, origins: readonly Origin[], recorder: FlowRecorder): void {
    const kept = origins.filter(({ kind, border }) => border !== undefined || typed.has(kind));
    if (kept.length === 0) return;
    const sink = { kind: 'extension-storage', ...at, host: undefined, only: typed } as const;
    recorder.addSink(sink, kept);
    if (this.asked !== undefined) this.noteAsking(sink, this.asked);
  }

  private outputOrigins({ value, node, scope, end }: BorderOutput): readonly Origin[] {
    const origins = this.tracer.originsOf(value.node, value.scope, 'output');
    const isPart = value.node.type === 'Identifier' || value.node.type === 'MemberExpression';
    return isPart && (end.channel === 'message' || end.channel === 'port')
      ? origins.filter(({ kind }) => !this.guards.guards(value.node, { node, scope }, kind))
      : origins;
  }

  private recordShared(output: BorderOutput, recorder: FlowRecorder): void {
    if (output.from !== undefined) return this.record(output, recorder);
    for (const { path, value } of messageParts(output.value, this.script)) {
      const end = path === undefined ? output.end : { ...output.end, path };
      this.record({ ...output, end, value }, recorder);
    }
  }

  private readonly opened = (request: Node, scope: Scope): Node | undefined =>
    this.tracer.addresses.openedUrl(request, scope);

  private receiverOf(url: Node, { node, scope }: Located): string | undefined {
    const isFetch =
      node.type === 'CallExpression' && this.script.pathOf(node.callee, scope) === 'fetch';
    return (isFetch ? hostFetched : hostOf)(this.script.fold(url, scope));
  }

  private add(found: FoundSink, around: Located): void {
    const { kind, values, url, host, only, isFragment, isDone, at } = found;
    const { node, scope } = at ?? around;
    if (puttingIn.has(kind) && this.injections.size < injectionsMax)
      this.injections.set(node, { node, scope });
    if (values.length === 0 || this.sinks.length >= sinksMax) return;
    const receiver = url === undefined ? host : this.receiverOf(url, { node, scope });
    this.sinks.push({ kind, node, scope, values, host: receiver, only, isFragment, isDone, url });
  }
}

/** What people type into a page for a search opens one; fields that were gathered do not. */
function isCounted(
  { only, isFragment, kind: sink, url }: Sink,
  { kind, border, marks }: Origin,
): boolean {
  // A server that chooses the fragment chooses neither the site nor the page.
  if (isFragment === true && kind === 'network-response' && border === undefined) return false;
  // An address of a script that holds what a page says leads to the same script all the same.
  if (sink === 'script-injection' && url !== undefined) {
    if ((marks & (Mark.address | Mark.ofPage)) !== 0) return false;
  }
  // What a border brings is only known when the scripts are joined.
  return border !== undefined || countsAt(only, kind, marks);
}
