import { addMember } from './account/add-member.ts';
import { changeMemberRole } from './account/change-member-role.ts';
import { createApiToken } from './account/create-api-token.ts';
import { getWebhookSecret } from './account/get-webhook-secret.ts';
import { listApiTokens } from './account/list-api-tokens.ts';
import { listAuditTrail } from './account/list-audit-trail.ts';
import { listMembers } from './account/list-members.ts';
import { listNotices } from './account/list-notices.ts';
import { markNoticeRead } from './account/mark-notice-read.ts';
import { removeMember } from './account/remove-member.ts';
import { revokeApiToken } from './account/revoke-api-token.ts';
import { rotateWebhookSecret } from './account/rotate-webhook-secret.ts';
import { getAnalysis } from './analyses/get-analysis.ts';
import { getVersionAnalysis } from './analyses/get-version-analysis.ts';
import { triggerAnalysis } from './analyses/trigger-analysis.ts';
import { acceptInvitation } from './auth/accept-invitation.ts';
import { changePassword } from './auth/change-password.ts';
import { confirmSecondFactor } from './auth/confirm-second-factor.ts';
import { disableSecondFactor } from './auth/disable-second-factor.ts';
import { getSecondFactor } from './auth/get-second-factor.ts';
import { finishOpenidSignIn } from './auth/finish-openid-sign-in.ts';
import { getSession } from './auth/get-session.ts';
import { getSignInMethods } from './auth/get-sign-in-methods.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { renewRecoveryCodes } from './auth/renew-recovery-codes.ts';
import { requestPasswordReset } from './auth/request-password-reset.ts';
import { finishPasswordReset } from './auth/finish-password-reset.ts';
import { setUp } from './auth/set-up.ts';
import { startOpenidSignIn } from './auth/start-openid-sign-in.ts';
import { startSecondFactor } from './auth/start-second-factor.ts';
import { createDecision } from './decisions/create-decision.ts';
import { deleteDecision } from './decisions/delete-decision.ts';
import { getDecision } from './decisions/get-decision.ts';
import { listDecisions } from './decisions/list-decisions.ts';
import { updateDecision } from './decisions/update-decision.ts';
import { listEvents } from './events/list-events.ts';
import { deleteVersionPackage } from './extensions/delete-version-package.ts';
import { diffVersions } from './extensions/diff-versions.ts';
import { getFetch } from './extensions/get-fetch.ts';
import { getExtension } from './extensions/get-extension.ts';
import { getManifest } from './extensions/get-manifest.ts';
import { getVersion } from './extensions/get-version.ts';
import { getVersionFile } from './extensions/get-version-file.ts';
import { listExtensions } from './extensions/list-extensions.ts';
import { listReviews } from './extensions/list-reviews.ts';
import { listVersionFiles } from './extensions/list-version-files.ts';
import { uploadExtension } from './extensions/upload-extension.ts';
import { getHealth } from './health/get-health.ts';
import { getReadiness } from './health/get-readiness.ts';
import { deleteInventory } from './inventories/delete-inventory.ts';
import { eraseInventoryMachine } from './inventories/erase-inventory-machine.ts';
import { eraseInventoryUser } from './inventories/erase-inventory-user.ts';
import { getInventory } from './inventories/get-inventory.ts';
import { importInventory } from './inventories/import-inventory.ts';
import { listInventories } from './inventories/list-inventories.ts';
import { listInventoryInstalls } from './inventories/list-inventory-installs.ts';
import { listInventoryMachines } from './inventories/list-inventory-machines.ts';
import { listInventoryRows } from './inventories/list-inventory-rows.ts';
import { listIntelligenceEntries } from './intelligence/list-intelligence-entries.ts';
import { listIntelligenceFeeds } from './intelligence/list-intelligence-feeds.ts';
import { listIntelligenceMatches } from './intelligence/list-intelligence-matches.ts';
import { compareInventory } from './inventories/compare-inventory.ts';
import { listInventoryImports } from './inventories/list-inventory-imports.ts';
import { createMonitor } from './monitors/create-monitor.ts';
import { deleteMonitor } from './monitors/delete-monitor.ts';
import { detectChanges } from './monitors/detect-changes.ts';
import { getMonitor } from './monitors/get-monitor.ts';
import { listMonitorEvents } from './monitors/list-monitor-events.ts';
import { listMonitors } from './monitors/list-monitors.ts';
import { updateMonitor } from './monitors/update-monitor.ts';
import { getExtensionCluster } from './permhash/get-extension-cluster.ts';
import { listPermhashExtensions } from './permhash/list-permhash-extensions.ts';
import { listRiskyClusters } from './permhash/list-risky-clusters.ts';
import { makePolicy } from './policy/make-policy.ts';
import { getPublisher } from './publishers/get-publisher.ts';
import { listPublisherExtensions } from './publishers/list-publisher-extensions.ts';
import { listPublishers } from './publishers/list-publishers.ts';
import { bulkAnalysis } from './risk-engine/bulk-analysis.ts';
import { webhookAnalyze } from './risk-engine/webhook-analyze.ts';
import type { AnyRoute } from './route.ts';
import { search } from './search/search.ts';
import { createSubscription } from './subscriptions/create-subscription.ts';
import { deleteSubscription } from './subscriptions/delete-subscription.ts';
import { getSubscription } from './subscriptions/get-subscription.ts';
import { getSubscriptionDelivery } from './subscriptions/get-subscription-delivery.ts';
import { listSubscriptionDeliveries } from './subscriptions/list-subscription-deliveries.ts';
import { listSubscriptions } from './subscriptions/list-subscriptions.ts';
import { replaySubscriptionDelivery } from './subscriptions/replay-subscription-delivery.ts';
import { testSubscription } from './subscriptions/test-subscription.ts';
import { updateSubscription } from './subscriptions/update-subscription.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getDelivery } from './webhooks/get-delivery.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { listDeliveries } from './webhooks/list-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { replayDelivery } from './webhooks/replay-delivery.ts';
import { replayFailedDeliveries } from './webhooks/replay-failed-deliveries.ts';
import { rotateSigningSecret } from './webhooks/rotate-signing-secret.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';

/** Everything that the service answers to; `test/contract.test.ts` holds it against the contract. */
export const routes: readonly AnyRoute[] = [
  listExtensions,
  getExtension,
  listReviews,
  getManifest,
  getVersion,
  deleteVersionPackage,
  listVersionFiles,
  getVersionFile,
  diffVersions,
  uploadExtension,
  getFetch,
  search,

  listPublishers,
  getPublisher,
  listPublisherExtensions,

  triggerAnalysis,
  getVersionAnalysis,
  getAnalysis,

  bulkAnalysis,
  webhookAnalyze,
  getWebhookSecret,
  rotateWebhookSecret,

  listPermhashExtensions,
  getExtensionCluster,
  listRiskyClusters,

  listIntelligenceFeeds,
  listIntelligenceEntries,
  listIntelligenceMatches,

  listDecisions,
  createDecision,
  getDecision,
  updateDecision,
  deleteDecision,
  makePolicy,

  listEvents,

  listSubscriptions,
  createSubscription,
  getSubscription,
  updateSubscription,
  deleteSubscription,
  testSubscription,
  listSubscriptionDeliveries,
  getSubscriptionDelivery,
  replaySubscriptionDelivery,

  listMonitors,
  createMonitor,
  getMonitor,
  updateMonitor,
  deleteMonitor,
  listMonitorEvents,
  detectChanges,

  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateSigningSecret,
  testWebhook,
  listDeliveries,
  getDelivery,
  replayDelivery,
  replayFailedDeliveries,

  importInventory,
  listInventories,
  getInventory,
  deleteInventory,
  listInventoryRows,
  listInventoryImports,
  compareInventory,
  listInventoryMachines,
  listInventoryInstalls,
  eraseInventoryMachine,
  eraseInventoryUser,

  getSignInMethods,
  login,
  requestPasswordReset,
  finishPasswordReset,
  startOpenidSignIn,
  finishOpenidSignIn,
  logout,
  getSession,
  setUp,
  acceptInvitation,
  changePassword,
  getSecondFactor,
  startSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,

  listApiTokens,
  createApiToken,
  revokeApiToken,
  listMembers,
  addMember,
  changeMemberRole,
  removeMember,
  listNotices,
  markNoticeRead,
  listAuditTrail,

  getHealth,
  getReadiness,
];
