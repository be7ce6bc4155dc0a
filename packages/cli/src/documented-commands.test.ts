import { Command } from 'commander';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { commands } from './commands/index.ts';

const repository = join(import.meta.dirname, '../../..');
const documents = globSync(
  ['README.md', 'docs/*.md', 'docs/quick-start/*.md', 'packages/*/README.md'],
  {
    cwd: repository,
  },
).sort();

describe('documented commands', () => {
  it('exist, with the options and choices that documents give them', async () => {
    const program = new Command('extaudit');
    for (const load of Object.values(commands)) (await load()).register(program);
    const lines = documents.flatMap((name) =>
      commandLines(readFileSync(join(repository, name), 'utf8')).map((words) => ({ name, words })),
    );
    assert.ok(lines.length > 80, `${lines.length} commands`);
    const problems = lines.flatMap(({ name, words }) =>
      problemsOf(program, words).map((problem) => `${name}: ${words.join(' ')}: ${problem}`),
    );
    assert.deepEqual(problems, []);
  });

  it('are refused where they are wrong', async () => {
    const program = new Command('extaudit');
    for (const load of Object.values(commands)) (await load()).register(program);
    const wrong = [
      ['no-such-command'],
      ['scan', '--no-such-option'],
      ['decisions', 'ad', 'accept'],
      ['decisions', 'add', 'agree'],
      ['list', '--format', 'xml'],
    ];
    for (const words of wrong) assert.equal(problemsOf(program, words).length, 1, words.join(' '));
  });
});

/** The words after `extaudit` of each command in the shell blocks of a document. */
function commandLines(markdown: string): readonly (readonly string[])[] {
  const blocks = markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm);
  return [...blocks].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((line) => line.split(/(?:&&|\|| > | >> |\s# |^#).*/)[0] ?? [])
      .flatMap((line) => {
        const words = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
        const at = words.findIndex((word) => /^(?:\S*\/)?extaudit$/.test(word));
        const starts = words
          .slice(0, at)
          .every((word) => /^(?:npx|--no-install|\w+=\S*)$/.test(word));
        return at === -1 || !starts ? [] : [words.slice(at + 1)];
      }),
  );
}

function problemsOf(program: Command, words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  if (['', '--version', '--help'].includes(first) && program.commands.length > 0) return [];
  const below = program.commands.find((command) => command.name() === first);
  if (below) return problemsOf(below, rest);
  if (program.commands.length > 0) return [`${program.name()} has no command ${first}`];
  return [...optionProblems(program, words), ...argumentProblems(program, first)];
}

function optionProblems(command: Command, words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const [flag = '', value = words[index + 1] ?? ''] = word.split('=');
    if (!/^--?[a-z]/.test(flag) || flag === '--help') return [];
    const option = command.options.find(({ long, short }) => long === flag || short === flag);
    if (!option) return [`there is no option ${flag}`];
    const isChoice = option.argChoices?.includes(value) ?? true;
    return isChoice ? [] : [`${flag} does not take ${value}`];
  });
}

function argumentProblems(command: Command, first: string): readonly string[] {
  const choices = command.registeredArguments[0]?.argChoices;
  return !choices || choices.includes(first) || first === '--help'
    ? []
    : [`it does not take ${first}`];
}
