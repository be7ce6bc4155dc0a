import type { Node } from 'oxc-parser';
import { keyName } from '../syntax/nodes.ts';
import type { Located, Scope } from '../syntax/scopes.ts';
import { stepsInto } from './graph/steps.ts';

const depthMax = 6;

/** Expressions that an argument may hand over as a function: either of two, what it assigns, or an object's `handleEvent`. */
export function handedOver(node: Node, scope: Scope, depth = 0): readonly Located[] {
  if (node.type === 'ObjectExpression') {
    const entry = node.properties.find(
      (each) => each.type === 'Property' && !each.computed && keyName(each.key) === 'handleEvent',
    );
    return entry?.type === 'Property' ? [{ node: entry.value, scope }] : [];
  }
  const steps = depth < depthMax ? stepsInto(node, scope) : [];
  return steps.length === 0
    ? [{ node, scope }]
    : steps.flatMap((step) => handedOver(step.node, step.scope, depth + 1));
}
