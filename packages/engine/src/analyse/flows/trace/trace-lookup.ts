import type { Node } from 'oxc-parser';
import { exactText } from '../../constants/fold-calls.ts';
import { bare, keyName } from '../../syntax/nodes.ts';
import type { Scope } from '../../syntax/scopes.ts';
import { all, embedded, merged, none } from '../vocabulary/origin.ts';
import type { Origin, Want } from '../vocabulary/origin.ts';
import type { OriginTracer } from './origin-tracer.ts';

/** Characters from which a text can be written: with fewer, too little of a code is left to be read back. */
const alphabetLengthMin = 16;
/** Expressions of one index that are looked at. */
const partsMax = 40;

/**
 * What is told of a text by the characters that its codes choose from a constant one, `digits[text.charCodeAt(i) >> 4]`,
 * as encoders of one's own do. Arithmetic is followed no further than to codes of characters: of other numbers it is no code.
 */
export function traceLookup(
  tracer: OriginTracer,
  table: Node,
  index: Node | undefined,
  scope: Scope,
  want: Want,
): readonly Origin[] {
  if (index === undefined || index.type === 'Literal' || tracer.isCoarse) return none;
  const alphabet = exactText(tracer.script.fold(table, scope));
  if (alphabet === undefined || alphabet.length < alphabetLengthMin) return none;
  const texts: { node: Node; scope: Scope }[] = [];
  addTexts(index, scope, texts, { left: partsMax });
  let found: readonly Origin[] = none;
  for (const text of texts) found = merged(found, tracer.trace(text.node, text.scope, all(want)));
  return embedded(found);
}

/** The texts that codes in an expression are of. */
function addTexts(
  index: Node,
  scope: Scope,
  texts: { node: Node; scope: Scope }[],
  parts: { left: number },
): void {
  parts.left -= 1;
  const node = bare(index);
  if (parts.left < 0) return;
  const inner = (part: Node, at: Scope): void => addTexts(part, at, texts, parts);
  switch (node.type) {
    case 'BinaryExpression':
      inner(node.left, scope);
      inner(node.right, scope);
      break;
    case 'Identifier': {
      const binding = scope.lookup(node.name);
      if (binding === undefined || binding.parameter !== undefined) return;
      for (const write of binding.writes)
        if (write.kind === 'value' && write.keys.length === 0 && write.node !== node)
          inner(write.node, write.scope);
      break;
    }
    case 'AssignmentExpression':
      inner(node.right, scope);
      break;
    case 'LogicalExpression':
      inner(node.left, scope);
      break;
    case 'ConditionalExpression':
      inner(node.consequent, scope);
      inner(node.alternate, scope);
      break;
    case 'CallExpression': {
      const method =
        node.callee.type === 'MemberExpression' ? keyName(node.callee.property) : undefined;
      const isCode = method === 'charCodeAt' || method === 'codePointAt' || method === 'indexOf';
      if (!isCode || node.callee.type !== 'MemberExpression') return;
      // `alphabet.indexOf(character)` is a code of the character.
      const text = method === 'indexOf' ? node.arguments[0] : node.callee.object;
      if (text !== undefined) texts.push({ node: text, scope });
      break;
    }
  }
}
