import type { Stage, Step } from './read-dockerfile.ts';

export interface DockerfileRule {
  /** Of hadolint, ShellCheck's left out; those of ours are `own-…`. */
  readonly code: string;
  readonly says: string;
  readonly broken: (stages: readonly Stage[]) => boolean;
}

/** https://github.com/hadolint/hadolint#rules, as far as they matter for an image without a shell's tricks. */
export const dockerfileRules: readonly DockerfileRule[] = [
  {
    code: 'DL3000',
    says: 'WORKDIR is absolute',
    broken: someStep('WORKDIR', ({ text }) => !text.startsWith('/')),
  },
  {
    code: 'DL3002',
    says: 'the last USER is not root',
    broken: (stages) => /^(?:root|0)?(?::|$)/.test(lastOf(stages, 'USER')?.text ?? ''),
  },
  { code: 'DL3003', says: 'WORKDIR, not cd', broken: someCommand(/^cd\b/) },
  { code: 'DL3004', says: 'no sudo', broken: someCommand(/^sudo\b/) },
  {
    code: 'DL3006',
    says: 'every image has a tag',
    broken: someBase((image) => !/:[^/]+$|@sha256:/.test(image)),
  },
  { code: 'DL3007', says: 'never latest', broken: someBase((image) => image.endsWith(':latest')) },
  {
    code: 'DL3008',
    says: 'packages of apt have a version',
    broken: someCommand(/^apt-get install\b/, (command) =>
      wordsAfter(command, 2).some((word) => !word.includes('=')),
    ),
  },
  {
    code: 'DL3009',
    says: 'the lists of apt are deleted',
    broken: someStep(
      'RUN',
      ({ text }) => /apt-get update/.test(text) && !/rm -rf \S*apt\/lists/.test(text),
    ),
  },
  {
    code: 'DL3015',
    says: 'apt-get install --no-install-recommends',
    broken: someCommand(
      /^apt-get install\b/,
      (command) => !/--no-install-recommends\b/.test(command),
    ),
  },
  {
    code: 'DL3016',
    says: 'what npm installs is a file or has a version',
    broken: someCommand(/^npm (?:i|install)\b/, (command) =>
      wordsAfter(command, 2).some((word) => !/^\.\/|.@/.test(word)),
    ),
  },
  { code: 'DL3020', says: 'COPY, not ADD', broken: someStep('ADD', () => true) },
  {
    code: 'DL3021',
    says: 'COPY of several sources ends in /',
    broken: someStep(
      'COPY',
      ({ words }) =>
        (words.length > 2 || /[*?[]/.test(words[0] ?? '')) && !words.at(-1)?.endsWith('/'),
    ),
  },
  {
    code: 'DL3022',
    says: 'COPY --from names an earlier stage',
    broken: (stages) =>
      stages.some(({ steps }, index) =>
        steps.some(({ flags }) => {
          const from = flags.get('from');
          return from !== undefined && !stages.slice(0, index).some(({ name }) => name === from);
        }),
      ),
  },
  {
    code: 'DL3025',
    says: 'CMD and ENTRYPOINT are JSON',
    broken: (stages) =>
      ['CMD', 'ENTRYPOINT'].some((keyword) =>
        someStep(keyword, ({ json }) => json === undefined)(stages),
      ),
  },
  { code: 'DL3027', says: 'apt-get, not apt', broken: someCommand(/^apt\b(?!-)/) },
  {
    code: 'DL3057',
    says: 'there is a HEALTHCHECK',
    broken: (stages) => lastOf(stages, 'HEALTHCHECK') === undefined,
  },
  {
    code: 'DL4000',
    says: 'no MAINTAINER',
    broken: someStep('MAINTAINER', () => true),
  },
  {
    code: 'own-exact-version',
    says: 'the tag of a base names an exact version',
    broken: someBase((image) => !/:\d+\.\d+\.\d+/.test(image)),
  },
  {
    code: 'own-relative-run',
    says: 'RUN names no path from the root, so that tests can carry it out in a folder',
    broken: someStep('RUN', ({ text }) => /(?:^|[\s"'=])\/\w/.test(text)),
  },
];

function someStep(keyword: string, isBroken: (step: Step) => boolean): DockerfileRule['broken'] {
  return (stages) =>
    stages.some(({ steps }) => steps.some((step) => step.keyword === keyword && isBroken(step)));
}

/** Of the commands in RUN, those that match. */
function someCommand(
  pattern: RegExp,
  isBroken: (command: string) => boolean = () => true,
): DockerfileRule['broken'] {
  return someStep('RUN', ({ text }) =>
    text
      .split(/&&|\|\||[;|\n]/)
      .map((command) => command.trim())
      .some((command) => pattern.test(command) && isBroken(command)),
  );
}

function someBase(isBroken: (image: string) => boolean): DockerfileRule['broken'] {
  return (stages) =>
    stages.some(
      ({ image }, index) =>
        !stages.slice(0, index).some(({ name }) => name === image) && isBroken(image),
    );
}

function lastOf(stages: readonly Stage[], keyword: string): Step | undefined {
  return stages.at(-1)?.steps.findLast((step) => step.keyword === keyword);
}

function wordsAfter(command: string, count: number): readonly string[] {
  const words = command.split(/\s+/).slice(count);
  return words.filter((word) => !word.startsWith('-'));
}
