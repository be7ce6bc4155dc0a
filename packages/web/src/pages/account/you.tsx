import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { operations, useChange } from '../../api/api.ts';
import { Problem } from '../../components/alert.tsx';
import { Panel } from '../../components/page.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './account.module.css';

const passwordLengthMin = 12;

/** One's own password and second factor. */
export function You() {
  return (
    <>
      <ChangePassword />
      <SecondFactor />
    </>
  );
}

function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useChange(operations.changePassword, () => {
    setCurrent('');
    setNext('');
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ body: { current_password: current, new_password: next } });
  };
  return (
    <Panel title="Change your password">
      <form onSubmit={submit} className={`stack ${styles['form']}`}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label="New password"
          description={`At least ${passwordLengthMin} characters. Your other sessions end; API tokens stay.`}
          autoComplete="new-password"
          minLength={passwordLengthMin}
          required
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Problem error={change.error} />
        {change.isSuccess && <p role="status">The new password counts from now on.</p>}
        <div>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
