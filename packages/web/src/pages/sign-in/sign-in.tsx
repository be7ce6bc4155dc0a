import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ApiError, operations, useChange } from '../../api/api.ts';
import { Problem } from '../../components/alert.tsx';
import { Gate } from '../../components/gate.tsx';

export function SignIn() {
  const { next = '/' } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const login = useChange(operations.login, () => router.history.replace(next));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    login.mutate(
      { body: { email, password, ...(asksCode && { code }) } },
      { onError: (error) => isCodeMissing(error) && setAsksCode(true) },
    );
  };
  return (
    <Gate title="Sign in">
      <form onSubmit={submit}>
        <Problem error={isCodeMissing(login.error) ? null : login.error} />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {asksCode && (
          <TextInput
            label="Code"
            description="Six digits of your authenticator app, or a recovery code. Whoever has lost both asks the operator."
            autoComplete="one-time-code"
            autoFocus
            required
            minLength={6}
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" loading={login.isPending}>
          Sign in
        </Button>
      </form>
      <p className="soft small">
        No account yet? The first one is made with the link that <code>extaudit serve</code> prints;
        later ones by invitation.
      </p>
    </Gate>
  );
}

function isCodeMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}
