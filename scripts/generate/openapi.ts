import { openApiDocument, operations } from '@extaudit/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** docs/openapi.json: what the service of this version serves at /openapi.json. */
export async function openApiText(repository: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    version: string;
  };
  return `${JSON.stringify(openApiDocument(Object.values(operations), { version }), null, 2)}\n`;
}
