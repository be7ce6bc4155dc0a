import { type AuditAction, auditTrailColumns, type DataOf, operations } from '@extaudit/contract';
import { eachPage } from '../../domain/catalogue/list-catalogue.ts';
import { type AuditEntry, listAuditEntries } from '../../storage/account/audit-entry.ts';
import { exportList } from '../export-list.ts';
import { readMoment } from '../read-moment.ts';
import { answer, route } from '../route.ts';

export const listAuditTrail = route(
  operations.listAuditTrail,
  async ({ query, format, caller: { accountId } }, { db }) => {
    const { page, page_size: pageSize, after, action, actor } = query;
    const since = query.since === undefined ? undefined : readMoment('since', query.since, 'first');
    const until = query.until === undefined ? undefined : readMoment('until', query.until, 'last');
    const filter = { accountId, action, actor, since, until };
    if (format !== 'json') {
      const parts = await eachPage(after, (part) => listAuditEntries(db, filter, part));
      return exportList(format, 'audit-trail', parts, entryData, auditTrailColumns);
    }
    const found = await listAuditEntries(db, filter, { page, pageSize, after });
    const items = found.items.map(entryData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);

type EntryData = DataOf<typeof operations.listAuditTrail, 200>;

function entryData(entry: AuditEntry): EntryData {
  return {
    id: entry.entryId,
    // Only these are written.
    action: entry.action as AuditAction,
    actor: {
      kind: entry.actorKind,
      member_id: entry.memberId,
      email: entry.email,
      token_id: entry.tokenId,
      token_name: entry.tokenName,
    },
    address: entry.address,
    subject: {
      kind: entry.subjectKind as EntryData['subject']['kind'],
      id: entry.subjectId,
      name: entry.subjectName,
    },
    details: entry.details,
    created_at: entry.createdAt.toISOString(),
  };
}
