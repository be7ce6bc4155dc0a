import type { Service } from './service.ts';

/** How to get a session with curl: with the setup code while there is no account, else by signing in. */
export function signInHelp({ url, setupUrl }: Pick<Service, 'url' | 'setupUrl'>): string {
  const code = setupUrl === undefined ? null : new URL(setupUrl).searchParams.get('code');
  if (code === null) {
    const body = { email: '…', password: '…' };
    return `Sign in:\n${curl(`${url}/api/v1/auth/login`, body)}`;
  }
  const body = { code, email: 'you@example.org', password: 'at least 12 characters' };
  return `Create the first account, within 30 minutes; it signs you in:\n${curl(`${url}/api/v1/auth/setup`, body)}`;
}

function curl(url: string, body: object): string {
  return `  curl -c cookies.txt -H 'content-type: application/json' -d '${JSON.stringify(body)}' ${url}`;
}
