import { readFile } from 'node:fs/promises';
import type { Config } from './config.ts';
import type { OpenidSignIn } from './domain/openid/openid-sign-in.ts';
import type { DestinationGuard } from './outbound/guard-destination.ts';
import { createOpenidProvider } from './outbound/openid-provider.ts';
import { startStep } from './start-step.ts';

/** The page of the dashboard that providers send browsers back to. */
const answerPath = '/sign-in/openid';

/** What the settings say of OpenID Connect. The provider is asked when somebody signs in, and need not be there before. */
export async function openOpenid(
  { openid, publicUrl }: Pick<Config, 'openid' | 'publicUrl'>,
  destinations: DestinationGuard,
): Promise<OpenidSignIn | undefined> {
  if (!openid || publicUrl === undefined) return undefined;
  const { clientSecretFile, issuer, clientId, scopes, name, groupsClaim, roles } = openid;
  const clientSecret =
    clientSecretFile === undefined
      ? undefined
      : await startStep(
          `the file ${clientSecretFile} (EXTAUDIT_OPENID_CLIENT_SECRET_FILE) cannot be read`,
          readFirstLine(clientSecretFile),
        );
  const redirectUri = publicUrl + answerPath;
  const client = { issuer, clientId, clientSecret, scopes, redirectUri };
  return { provider: createOpenidProvider(client, destinations), name, groupsClaim, roles };
}

async function readFirstLine(path: string): Promise<string> {
  const [line = ''] = (await readFile(path, 'utf8')).split(/\r?\n/, 1);
  if (line === '') throw new Error('its first line is empty');
  return line;
}
