import { ensureBuilt as ensureGuideBuilt } from '@extaudit/guide/build';
import type { Config } from '@extaudit/server';
import { ensureBuilt as ensureDashboardBuilt } from '@extaudit/web/build';
import { CommandError } from '../exit.ts';
import { writeNotice } from '../output.ts';

/** Absolute paths of what is built for browsers. */
interface Pages {
  readonly dashboardDir: string;
  readonly guideDir: string;
}

/** The built dashboard and guide, where the role has them. In a checkout they are built first where their sources have changed. */
export async function buildPages({ role }: Config): Promise<Pages | undefined> {
  if (role === 'worker') return undefined;
  try {
    return {
      dashboardDir: await ensureDashboardBuilt(writeNotice),
      guideDir: await ensureGuideBuilt(writeNotice),
    };
  } catch (error) {
    throw new CommandError(
      'the dashboard or the guide cannot be built; npm ci installs what that needs, and npm run build shows what is wrong',
      { cause: error },
    );
  }
}
