import { Button, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { operations, useChange } from '../../api/api.ts';
import { Problem } from '../../components/alert.tsx';
import { Gate } from '../../components/gate.tsx';
import { NewPassword } from '../../components/new-password.tsx';

/** `/password-reset` asks for a link by mail; the link leads to `/password-reset?code=…`. */
export function PasswordReset() {
  const { code } = useSearch({ from: '/password-reset' });
  return code === undefined ? <AskForLink /> : <SetPassword code={code} />;
}

function AskForLink() {
  const [email, setEmail] = useState('');
  const ask = useChange(operations.requestPasswordReset);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate({ body: { email } });
  };
  return (
    <Gate title="Choose a new password" lead="You get a link by mail that is good for 30 minutes.">
      <form onSubmit={submit}>
        <Problem error={ask.error} />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {ask.isSuccess && (
          <p role="status">
            If a member with a password has this address, the letter is on its way. If none comes,
            look among unwanted mail, or ask an owner of your account which address you have there.
          </p>
        )}
        <Button type="submit" loading={ask.isPending}>
          Send the link
        </Button>
      </form>
      <BackToSignIn />
    </Gate>
  );
}

function SetPassword({ code }: { readonly code: string }) {
  const set = useChange(operations.finishPasswordReset);
  if (set.isSuccess) {
    return (
      <Gate
        title="Your new password counts"
        lead="You were signed out everywhere. API tokens stay: revoke those that may be in wrong hands."
      >
        <BackToSignIn />
      </Gate>
    );
  }
  return (
    <Gate title="Choose a new password" lead="It signs you out everywhere else.">
      <NewPassword
        button="Set password"
        pending={set.isPending}
        error={set.error}
        onSubmit={({ password }) => set.mutate({ body: { code, password } })}
      />
      <p className="soft small">
        The link no longer works? <Link to="/password-reset">Ask for a new one</Link>.
      </p>
    </Gate>
  );
}

function BackToSignIn() {
  return (
    <p className="small">
      <Link to="/sign-in">Back to the sign-in page</Link>
    </p>
  );
}
