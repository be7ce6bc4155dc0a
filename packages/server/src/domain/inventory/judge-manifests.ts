import { currentRuleset, PackageError, type SecurityReport } from '@extaudit/engine';
import { AuditProcessError, type AuditPool } from '@extaudit/engine/host';
import type { Database } from '../../storage/database/database.ts';
import {
  forgetOutdatedVerdicts,
  listUnjudgedManifests,
  saveManifestVerdict,
  type ToldManifest,
} from '../../storage/inventory/told-manifest.ts';

export interface JudgeServices {
  readonly db: Database;
  readonly pool: AuditPool;
  readonly now: () => Date;
}

const manifestsAtATime = 20;

/** Grades the manifests that the source of an inventory has shown, which nobody has judged by the rules of now. */
export async function judgeManifests(services: JudgeServices, inventoryId: string): Promise<void> {
  const { db, now } = services;
  await forgetOutdatedVerdicts(db, inventoryId, currentRuleset);
  for (;;) {
    const told = await listUnjudgedManifests(db, inventoryId, manifestsAtATime);
    if (told.length === 0) return;
    await Promise.all(
      told.map(async (manifest) => {
        const verdict = await auditManifest(services, manifest);
        await saveManifestVerdict(db, inventoryId, manifest, verdict, now());
      }),
    );
  }
}

export async function auditManifest(
  { pool, now }: JudgeServices,
  { extensionId, manifest }: ToldManifest,
): Promise<SecurityReport | { readonly problem: string }> {
  try {
    const source = { kind: 'manifest', bytes: Buffer.from(manifest) } as const;
    const { report } = await pool.audit(source, { analyzedAt: now().toISOString(), extensionId });
    return report;
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof AuditProcessError)) throw error;
    return { problem: `The manifest that the source shows cannot be judged: ${error.message}` };
  }
}
