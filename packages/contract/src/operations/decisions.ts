import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import {
  Decision,
  decisionActions,
  DecisionChange,
  DecisionId,
  decisionStates,
  NewDecision,
} from '../schemas/decision.ts';
import {
  After,
  Deleted,
  ExtensionId,
  ListFormat,
  listFormats,
  Page,
  PageSize,
  Word,
  InventoryId,
} from '../schemas/primitives.ts';

const OneDecision = Type.Object({ decision: Decision });

export const listDecisions = defineOperation({
  id: 'list-decisions',
  method: 'GET',
  path: '/api/v1/decisions',
  tag: 'decisions',
  summary: 'List what the account has decided',
  description:
    'The newest first; also those that hold no more, until they are deleted. Filters add up.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    extension_id: Type.Optional(ExtensionId),
    inventory: Type.Optional(InventoryId),
    action: Type.Optional(Word(decisionActions)),
    state: Type.Optional(Word(decisionStates)),
    after: Type.Optional(After),
    format: Type.Optional(ListFormat),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: Decision, formats: listFormats } },
  errors: { 404: 'The account has no such inventory.' },
});

export const createDecision = defineOperation({
  id: 'create-decision',
  method: 'POST',
  path: '/api/v1/decisions',
  tag: 'decisions',
  summary: 'Accept, block or watch an extension, a finding or a permission',
  description:
    'About one of rule, permission, host, flow or gap, of one extension or of all; or about an extension as a whole. To accept ' +
    'needs an expiry, and of a whole extension also `versions` or `until_gain`; of a gap, `versions`. Nothing is hidden by ' +
    'it: raw and effective verdict stand side by side. With `inventory_id` it holds on the machines of that inventory only: in its ' +
    'rows, and in policies for it. It goes with the inventory. What holds is decided once: the same action on the same, for the ' +
    'same machines and versions, is 409 and names the decision that stands, whose reason, owner and expiry can be changed.',
  auth: 'session',
  access: 'write',
  audit: 'decision_created',
  rateLimit: defaultRateLimit,
  body: NewDecision,
  envelope: 'single',
  answers: { 201: { when: 'It is decided.', data: OneDecision } },
  errors: {
    400: 'The body is not as described, or nobody could understand the decision; the message says why.',
    404:
      '`until_gain` of an extension without a report, so that nobody knows what would be gained; or the account has no such ' +
      'inventory.',
    409: 'The same is decided already, and holds; or the account has as many decisions as it may have.',
  },
});

export const getDecision = defineOperation({
  id: 'get-decision',
  method: 'GET',
  path: '/api/v1/decisions/{decisionId}',
  tag: 'decisions',
  summary: 'Read one decision',
  description: 'With its state, and why it was taken back if it was.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ decisionId: DecisionId }),
  envelope: 'single',
  answers: { 200: { when: 'The decision.', data: OneDecision } },
  errors: { 404: 'The account has no such decision.' },
});

export const updateDecision = defineOperation({
  id: 'update-decision',
  method: 'PATCH',
  path: '/api/v1/decisions/{decisionId}',
  tag: 'decisions',
  summary: 'Change reason, owner, expiry or versions of a decision',
  description:
    'What it is about stays: that would be another decision. A later expiry makes an expired one hold again.',
  auth: 'session',
  access: 'write',
  audit: 'decision_changed',
  rateLimit: defaultRateLimit,
  params: Type.Object({ decisionId: DecisionId }),
  body: DecisionChange,
  envelope: 'single',
  answers: { 200: { when: 'The decision is as asked.', data: OneDecision } },
  errors: {
    400: 'The body is not as described, or nobody could understand the decision; the message says why.',
    404: 'The account has no such decision.',
    409: 'It was taken back; make another one. Or another one that holds would say the same.',
  },
});

export const deleteDecision = defineOperation({
  id: 'delete-decision',
  method: 'DELETE',
  path: '/api/v1/decisions/{decisionId}',
  tag: 'decisions',
  summary: 'Revoke a decision',
  description: 'What it accepted counts again at once. The audit trail keeps what it said.',
  auth: 'session',
  access: 'write',
  audit: 'decision_deleted',
  rateLimit: defaultRateLimit,
  params: Type.Object({ decisionId: DecisionId }),
  envelope: 'single',
  answers: { 200: { when: 'The decision is gone.', data: Deleted } },
  errors: { 404: 'The account has no such decision.' },
});
