import { operations } from '@extaudit/contract';
import { openVersion } from '../../domain/catalogue/open-version.ts';
import { answer, route } from '../route.ts';

export const diffVersions = route(
  operations.diffVersions,
  async ({ params: { extensionId, version, other } }, services) => {
    const { filesWithheld: first, ...before } = await openVersion(services, extensionId, version);
    const { filesWithheld: second, ...after } = await openVersion(services, extensionId, other);
    const diff = await services.pool.compare(before, after);
    const reasons = new Set([first, second].filter((reason) => reason !== undefined));
    const missing = reasons.size > 0 && { files_not_compared: [...reasons].join('; ') };
    return answer(200, { before: version, after: other, ...diff, ...missing });
  },
);
