import { operations } from '@extaudit/contract';
import { findRisks } from '../../domain/analysis/known-malicious.ts';
import { decisionsOfAccount } from '../../domain/decision/effective-verdicts.ts';
import { Refusal } from '../../errors.ts';
import { findExtension } from '../../storage/catalogue/extension.ts';
import { answer, route } from '../route.ts';
import { detailData } from './extension-data.ts';

export const getExtension = route(operations.getExtension, async ({ params, caller }, services) => {
  const extension = await findExtension(services.db, params.extensionId);
  if (!extension) throw new Refusal('extension_not_found');
  const risks = await findRisks(services, [params.extensionId]);
  const { extensionId } = params;
  const decisions = decisionsOfAccount(
    services.db,
    { accountId: caller.accountId },
    services.now(),
  );
  const decided = (await decisions.of([extensionId])).get(extensionId);
  return answer(200, detailData(extension, risks.get(extensionId), decided));
});
