import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { encode } from 'uqr';
import { operations, reading, useChange } from '../../api/api.ts';
import { Problem } from '../../components/alert.tsx';
import { Answer } from '../../components/answer.tsx';
import { Moment } from '../../components/format.tsx';
import { Panel } from '../../components/page.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import styles from './account.module.css';

/** One's own authenticator app. */
export function SecondFactor() {
  const factor = useQuery(reading(operations.getSecondFactor));
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Panel title="Second factor">
      <Answer query={factor}>
        {({ data }) =>
          data.enabled ? (
            <>
              <p>
                Signing in asks for a code of your authenticator app, since{' '}
                <Moment at={data.enabled_at ?? ''} />. {data.recovery_codes_left} of your recovery
                codes are left.
              </p>
              <ChangeFactor onCodes={setCodes} />
            </>
          ) : (
            <SetUpFactor onCodes={setCodes} />
          )
        }
      </Answer>
      <SecretOnce
        title="Recovery codes"
        secret={codes?.join('\n')}
        hint="Each signs you in once without the app. Keep them where the app is not."
        onClose={() => setCodes(undefined)}
      />
    </Panel>
  );
}

interface FactorProps {
  readonly onCodes: (codes: readonly string[]) => void;
}

function SetUpFactor({ onCodes }: FactorProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const start = useChange(operations.startSecondFactor, () => setPassword(''));
  const confirm = useChange(operations.confirmSecondFactor, ({ data }) => {
    setCode('');
    onCodes(data.recovery_codes);
  });
  const secret = start.data?.data;
  if (!secret) {
    return (
      <Form
        error={start.error}
        onSubmit={() => start.mutate({ body: { current_password: password } })}
      >
        <p>
          With a second factor, your password alone lets nobody in: signing in asks for a code of an
          authenticator app, too.
        </p>
        <Password value={password} onChange={setPassword} />
        <div>
          <Button type="submit" loading={start.isPending}>
            Set up an app
          </Button>
        </div>
      </Form>
    );
  }
  return (
    <Form error={confirm.error} onSubmit={() => confirm.mutate({ body: { code } })}>
      <p>Scan this with the app, or type the key into it:</p>
      <QrCode text={secret.uri} />
      <code className="secret">{secret.secret}</code>
      <Code value={code} onChange={setCode} />
      <p className="soft small">Your other sessions end.</p>
      <div>
        <Button type="submit" loading={confirm.isPending}>
          Turn on
        </Button>
      </div>
    </Form>
  );
}

function ChangeFactor({ onCodes }: FactorProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const clear = (): void => {
    setPassword('');
    setCode('');
  };
  const body = { current_password: password, code };
  const disable = useChange(operations.disableSecondFactor, clear);
  const renew = useChange(operations.renewRecoveryCodes, ({ data }) => {
    clear();
    onCodes(data.recovery_codes);
  });
  return (
    <Form error={renew.error ?? disable.error} onSubmit={() => renew.mutate({ body })}>
      <Password value={password} onChange={setPassword} />
      <Code value={code} onChange={setCode} />
      <div className="row">
        <Button type="submit" loading={renew.isPending}>
          New recovery codes
        </Button>
        <Button
          variant="default"
          disabled={password === '' || code === ''}
          loading={disable.isPending}
          onClick={() => disable.mutate({ body })}
        >
          Turn off
        </Button>
      </div>
    </Form>
  );
}

interface FormProps {
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function Form({ error, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className={`stack ${styles['form']}`}>
      {children}
      <Problem error={error} />
    </form>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Password({ value, onChange }: FieldProps) {
  return (
    <PasswordInput
      label="Your password"
      autoComplete="current-password"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Code({ value, onChange }: FieldProps) {
  return (
    <TextInput
      label="Code"
      description="Six digits of the app, or a recovery code."
      autoComplete="one-time-code"
      required
      minLength={6}
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Dark on light whatever the theme, as scanners want it, with the margin that they need. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={220}
      height={220}
      role="img"
      aria-label="QR code of the key"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
