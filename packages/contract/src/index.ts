import * as operations from './operations/index.ts';

/** Every operation of the HTTP API, by the name that its handler carries. */
export { operations };

export { closestName } from './closest-name.ts';
export { csvHeader, csvLine } from './csv.ts';
export * from './envelope.ts';
export * from './failure-codes.ts';
export * from './list-columns.ts';
export * from './openapi.ts';
export * from './operation.ts';
export type { AuditAction, AuditSubjectKind } from './schemas/audit-trail.ts';
export { analysisStates, priorities } from './schemas/analysis.ts';
export {
  decisionActions,
  decisionStates,
  type DecisionAction,
  type DecisionState,
} from './schemas/decision.ts';
export {
  auditStates,
  extensionSorts,
  extensionStatuses,
  paymentTypes,
} from './schemas/extension.ts';
export { inventoryFormats, inventorySorts, userForms } from './schemas/inventory.ts';
export { listFormats, orders } from './schemas/primitives.ts';
export {
  policyBrowsers,
  policyMediaTypes,
  policyOutcomes,
  type PolicyBrowser,
  type PolicyOutcome,
} from './schemas/policy.ts';
export { reportMediaTypes } from './schemas/report.ts';
export { passwordLengthMin, roles, scopes, type Role, type Scope } from './schemas/session.ts';
export { subscriptionFormats, subscriptionFrequencies } from './schemas/subscription.ts';
export { deliveryStates, webhookFormats } from './schemas/webhook.ts';
