import type { Node } from 'oxc-parser';
import type { FlowDirection, SinkKind } from '../../../vocabulary.ts';
import { Mark } from './origin.ts';
import { isInterpreted, sinkTraits } from '../../facts/sink-traits.ts';

/** Whether what the data went through leaves nothing that could do harm in the sink. */
export function isHarmless(marks: number, sink: SinkKind, direction?: FlowDirection): boolean {
  if ((marks & Mark.hashed) !== 0) return true;
  if ((marks & Mark.contained) !== 0 || (marks & Mark.hostless) !== 0) {
    if (sinkTraits[sink].leadsByAddress) return true;
  }
  if ((marks & Mark.contained) !== 0) return false;
  if ((marks & Mark.number) !== 0) return !sinkTraits[sink].carriesOut;
  if ((marks & Mark.encoded) !== 0)
    return isInterpreted(sink) || (sink === 'navigation' && direction !== 'theft');
  return (marks & Mark.cleanMarkup) !== 0 && sinkTraits[sink].becomesMarkup;
}

/** Whether a pattern to replace finds every `<`: `/\W/g`, `/[^a-z ]/gi`, `/</g`, `/[<>&]/g`. */
export function takesMarkup(pattern: Node | undefined): boolean {
  if (pattern?.type !== 'Literal' || !('regex' in pattern)) return false;
  const { pattern: source, flags } = pattern.regex;
  if (!flags.includes('g')) return false;
  if (/^(?:\\W|<|&lt;)\+?$/.test(source)) return true;
  const listed = /^\[(\^?)([^\]]*)\][+*]?$/.exec(source);
  if (listed === null) return false;
  const [, negated, characters = ''] = listed;
  const isIn = characters.includes('<') || (/\\W/.test(characters) && negated === '');
  return negated === '^' ? !isIn && !/\\[WSD]/.test(characters) : isIn;
}
