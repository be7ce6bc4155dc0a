import type { Node } from 'oxc-parser';
import type { Scope } from '../../syntax/scopes.ts';

/** Where the value of an expression comes from: all of another one. */
export interface Step {
  readonly node: Node;
  readonly scope: Scope;
}

const none: readonly Step[] = [];

/** The expressions that one passes on as they are, whatever it is made of; what else holds values has a form of its own. */
export function stepsInto(node: Node, scope: Scope): readonly Step[] {
  switch (node.type) {
    case 'AssignmentExpression':
      if (node.operator === '=') return [{ node: node.right, scope }];
      return isLogical(node.operator)
        ? [
            { node: node.left, scope },
            { node: node.right, scope },
          ]
        : none;
    case 'ConditionalExpression':
      return [
        { node: node.consequent, scope },
        { node: node.alternate, scope },
      ];
    case 'LogicalExpression':
      return node.operator === '&&'
        ? [{ node: node.right, scope }]
        : [
            { node: node.left, scope },
            { node: node.right, scope },
          ];
    case 'SequenceExpression':
      return [{ node: node.expressions.at(-1)!, scope }];
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return [{ node: node.expression, scope }];
    case 'AwaitExpression':
      return [{ node: node.argument, scope }];
    case 'YieldExpression':
      return none;
    default:
      return none;
  }
}

/** Whether there are any. */
export function hasSteps(node: Node): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.operator === '=' || isLogical(node.operator);
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'ParenthesizedExpression':
    case 'SequenceExpression':
      return true;
    default:
      return false;
  }
}

/** `||=`, `&&=`, `??=` */
function isLogical(operator: string): boolean {
  return operator.length === 3 && /^[&|?]/.test(operator);
}

/** Whether an expression may hold anything that questions are about: texts and numbers do not. */
export function mayHold({ type }: Node): boolean {
  switch (type) {
    case 'Literal':
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'UnaryExpression':
    case 'UpdateExpression':
      return false;
    default:
      return true;
  }
}

/** Whether an expression makes a text or a number, or may. */
export function isText(node: Node): boolean {
  if (node.type === 'BinaryExpression') return node.operator === '+';
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && node.value !== null);
}
