import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { Problem } from './alert.tsx';

/** Has something delivered, and says that it is on its way, or why not. */
export function SendButton<Input>({
  label,
  change,
  input,
}: {
  readonly label: string;
  readonly change: UseMutationResult<unknown, Error, Input>;
  readonly input: Input;
}) {
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={change.isPending}
        onClick={() => change.mutate(input)}
      >
        {label}
      </Button>
      {change.isSuccess && (
        <span className="soft small" role="status">
          It is on its way.
        </span>
      )}
      <Problem error={change.error} />
    </>
  );
}
