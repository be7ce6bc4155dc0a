import { transform } from '@babel/standalone';
import obfuscator from 'javascript-obfuscator';
import type { Transformations } from './transformation.ts';

type Preset = 'default' | 'low-obfuscation' | 'medium-obfuscation' | 'high-obfuscation';

/** Names and texts that are hidden from readers and scanners. */
export const obfuscators: Transformations = {
  'split names': { write: splitNames },
  'javascript-obfuscator, default': { write: (script) => obfuscated(script, 'default') },
  'javascript-obfuscator, low': { write: (script) => obfuscated(script, 'low-obfuscation') },
  'javascript-obfuscator, medium': {
    write: (script) => obfuscated(script, 'medium-obfuscation'),
    isConcealed: true,
  },
  'javascript-obfuscator, high': {
    write: (script) => obfuscated(script, 'high-obfuscation'),
    isConcealed: true,
  },
};

function obfuscated(script: string, optionsPreset: Preset): string {
  return obfuscator.obfuscate(script, { optionsPreset, seed: 4711 }).getObfuscatedCode();
}

/** Members, texts and globals, each put together of two halves. */
function splitNames(script: string): string {
  const output = transform(script, {
    sourceType: 'script',
    plugins: [
      ({ types }) => {
        const member = (object: Parameters<typeof types.memberExpression>[0], key: string) =>
          types.memberExpression(object, sum(key), true);
        const sum = (text: string) => {
          const [left, right] = halvesOf(text);
          return types.binaryExpression('+', types.stringLiteral(left), types.stringLiteral(right));
        };
        return {
          visitor: {
            Program(program) {
              program.traverse({
                MemberExpression(path) {
                  const { object, property, computed } = path.node;
                  if (computed || property.type !== 'Identifier') return;
                  path.replaceWith(member(object, property.name));
                },
                StringLiteral(path) {
                  if (path.key === 'key' || path.node.value.length < 4) return;
                  path.replaceWith(sum(path.node.value));
                  path.skip();
                },
                ReferencedIdentifier(path) {
                  const { name } = path.node;
                  if (name.length < 4 || !program.scope.hasGlobal(name)) return;
                  path.replaceWith(member(types.identifier('self'), name));
                  path.skip();
                },
              });
            },
          },
        };
      },
    ],
  });
  return output?.code ?? '';
}

function halvesOf(text: string): readonly [string, string] {
  const at = Math.ceil(text.length / 2);
  return [text.slice(0, at), text.slice(at)];
}
