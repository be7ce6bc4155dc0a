import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ApiError, operations, reading, useChange } from '../../api/api.ts';
import { Problem } from '../../components/alert.tsx';
import { Gate } from '../../components/gate.tsx';
import { keepNextPage } from './next-page.ts';

export function SignIn() {
  const { next = '/' } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const methods = useQuery(reading(operations.getSignInMethods)).data?.data;
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
      {methods?.openid && <ProviderButton name={methods.openid.name} next={next} />}
      {methods?.password_reset && (
        <p className="small">
          <Link to="/password-reset">Forgot your password?</Link>
        </p>
      )}
      <p className="soft small">
        No account yet? The first one is made with the link that <code>extaudit serve</code> prints;
        later ones by invitation.
      </p>
    </Gate>
  );
}

/** Leads to the provider of OpenID Connect, which sends the browser back. */
function ProviderButton({ name, next }: { readonly name: string; readonly next: string }) {
  const start = useChange(operations.startOpenidSignIn, ({ data }) => {
    keepNextPage(next);
    window.location.assign(data.authorization_url);
  });
  return (
    <>
      <Problem error={start.error} />
      <Button variant="default" loading={start.isPending} onClick={() => start.mutate({})}>
        Sign in with {name}
      </Button>
    </>
  );
}

function isCodeMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}
