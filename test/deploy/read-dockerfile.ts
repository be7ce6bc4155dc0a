import { DockerfileParser, type From, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { ModifiableInstruction, PropertyInstruction } from 'dockerfile-ast';

export interface Stage {
  /** Absent for one without `AS`. */
  readonly name: string | undefined;
  /** With the values of `ARG` before the first `FROM` in it. */
  readonly image: string;
  readonly steps: readonly Step[];
}

/** An instruction after `FROM`. */
export interface Step {
  /** In capitals. */
  readonly keyword: string;
  readonly flags: ReadonlyMap<string, string>;
  /** As they stand there, lines continued, without flags. */
  readonly text: string;
  readonly words: readonly string[];
  /** Of the form in JSON; absent for the shell's. */
  readonly json: readonly string[] | undefined;
  /** Of `ENV`, `LABEL` and `ARG`. */
  readonly properties: ReadonlyMap<string, string>;
}

export function readDockerfile(text: string): readonly Stage[] {
  const file = DockerfileParser.parse(text);
  const args = new Map(
    file.getInitialARGs().flatMap((arg) => {
      const property = arg.getProperty();
      return property ? [[property.getName(), property.getValue() ?? ''] as const] : [];
    }),
  );
  const stages: { name: string | undefined; image: string; steps: Step[] }[] = [];
  for (const instruction of file.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From;
      const image = (from.getImage() ?? '').replaceAll(
        /\$\{(\w+)\}/g,
        (_, name: string) => args.get(name) ?? '',
      );
      stages.push({ name: from.getBuildStage() ?? undefined, image, steps: [] });
    } else {
      stages.at(-1)?.steps.push(stepOf(instruction));
    }
  }
  return stages;
}

function stepOf(instruction: Instruction): Step {
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const isJson = instruction instanceof JSONInstruction && instruction.getOpeningBracket() !== null;
  const properties = instruction instanceof PropertyInstruction ? instruction.getProperties() : [];
  return {
    keyword: instruction.getKeyword(),
    flags: new Map(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
    text: instruction.getArgumentsContent() ?? '',
    words,
    json: isJson ? instruction.getJSONStrings().map((part) => part.getJSONValue()) : undefined,
    properties: new Map(
      properties.map((property) => [property.getName(), property.getValue() ?? '']),
    ),
  };
}
