import type { ContextKind } from '../../vocabulary.ts';
import type { Collector } from '../collector.ts';
import type { Exchange } from '../facts.ts';
import type { Asking } from './asked.ts';
import type { BorderEnd } from './border.ts';
import { joinEnds } from './border-joins.ts';
import { pageContexts } from './settle-flows.ts';

/** Messages that are compared; real packages need some thousands. */
const comparedMax = 50_000;

/** A request that is made for messages of other scripts, and for nothing else but clicks. */
export interface HeardRequest extends Asking {
  readonly file: string;
}

/** A message of one script. Who asks for it is told for scripts in web pages, and for those in pages of the extension. */
export interface AskedMessage {
  readonly file: string;
  readonly end: BorderEnd;
  readonly asking?: Asking | undefined;
  readonly askingInOwnPage?: Asking | undefined;
}

type ContextsOf = (file: string) => readonly ContextKind[];

/** The exchanges of a package, with those that a click in another script asks for by a message. */
export function withAskedByMessage(
  { exchanges, heard, messagesSent }: Pick<Collector, 'exchanges' | 'heard' | 'messagesSent'>,
  contextsOf: ContextsOf,
): ReadonlyMap<string, Exchange> {
  if (heard.size === 0) return exchanges;
  const asked = new AskedByMessage(messagesSent, contextsOf);
  const all = new Map(exchanges);
  for (const [key, request] of heard)
    if (asked.isAsked(request, request.file))
      all.set(key, { ...(all.get(key) ?? plain), isAsked: true });
  return all;
}

const plain: Exchange = {
  isRelative: false,
  isAnswered: false,
  isSigned: false,
  isAsked: false,
  isKept: false,
};

class AskedByMessage {
  private readonly messages: readonly AskedMessage[];
  private readonly contextsOf: ContextsOf;
  private readonly known = new Map<AskedMessage, boolean>();
  private left = comparedMax;

  constructor(messages: readonly AskedMessage[], contextsOf: ContextsOf) {
    this.messages = messages;
    this.contextsOf = contextsOf;
  }

  /** Whether each message that may be heard is one which a click asks for, and there is one of each kind. */
  isAsked({ heard }: Asking, file: string): boolean {
    return heard.every((end) => {
      const senders = this.sendersTo(end, file);
      return senders.length > 0 && senders.every((message) => this.isSentForClick(message));
    });
  }

  private sendersTo(end: BorderEnd, file: string): readonly AskedMessage[] {
    const to = { end, file, contexts: this.contextsOf(file) };
    return this.messages.filter((message) => {
      this.left -= 1;
      if (this.left < 0) return true;
      const from = { ...message, contexts: this.contextsOf(message.file) };
      return joinEnds(from, to) !== 'no';
    });
  }

  private isSentForClick(message: AskedMessage): boolean {
    const known = this.known.get(message);
    if (known !== undefined) return known;
    // Messages that lead back to themselves are asked for by nobody.
    this.known.set(message, false);
    const contexts = this.contextsOf(message.file);
    const isInOwnPage = contexts.length > 0 && !contexts.some((kind) => pageContexts.has(kind));
    const asking = isInOwnPage ? message.askingInOwnPage : message.asking;
    const isAsked = asking !== undefined && this.isAsked(asking, message.file);
    this.known.set(message, isAsked);
    return isAsked;
  }
}
