import type { Analysis, Service } from '@extaudit/server';

/** How to get a session with curl and what to call with it. */
export function signInHelp(service: Service, example: Analysis | undefined): string {
  const code = service.setupUrl && new URL(service.setupUrl).searchParams.get('code');
  const signIn =
    code === undefined || code === null
      ? ['Sign in:', curl(`${service.url}/api/v1/auth/login`, `-d '{"email":"…","password":"…"}'`)]
      : [
          'Create the first account, within 30 minutes; it signs you in:',
          curl(
            `${service.url}/api/v1/auth/setup`,
            `-d '{"code":"${code}","email":"you@example.org","password":"at least 12 characters"}'`,
          ),
        ];
  const version =
    example &&
    `${service.url}/api/v1/extensions/${example.extensionId}/versions/${example.version}`;
  return [
    ...signIn,
    '',
    'Then ask:',
    `  curl -b cookies.txt '${service.url}/api/v1/extensions?sort=name&order=asc'`,
    ...(version === undefined ? [] : [`  curl -b cookies.txt ${version}/analysis`]),
    '',
    `Everything else: ${service.url}/docs`,
  ].join('\n');
}

function curl(url: string, body: string): string {
  return `  curl -c cookies.txt -H 'content-type: application/json' ${body} ${url}`;
}
