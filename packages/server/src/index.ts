// The public door of the server, for the command line.

export { openCatalogue } from './catalogue.ts';
export type { Catalogue } from './catalogue.ts';
export { ConfigError, loadConfig } from './config.ts';
export type { Config, ConfigSources, Role } from './config.ts';
export { startService } from './service.ts';
export type { Service, StartOptions } from './service.ts';
export { serve, untilSignal } from './serve.ts';
export { signInHelp } from './sign-in-help.ts';
export { createOwner } from './domain/auth/create-owner.ts';
export { callerOfEmail } from './domain/auth/caller.ts';
export type { Caller } from './domain/auth/caller.ts';
export { createApiToken, tokensSeenBy } from './domain/account/create-api-token.ts';
export { deleteApiToken, listApiTokens } from './storage/api-token.ts';
export type { ListedApiToken } from './storage/api-token.ts';
export { importCatalogueFile } from './domain/import-catalogue-file.ts';
export type { FileImport, FileImportOptions } from './domain/import-catalogue-file.ts';
export { updateIntelligence } from './intel/update-intelligence.ts';
export type { FeedUpdate } from './intel/update-intelligence.ts';
export { importPackage } from './domain/import-package.ts';
export type { ImportResult } from './domain/import-package.ts';
export { requestAnalysis } from './domain/request-analysis.ts';
export type { AnalysisRequest } from './domain/request-analysis.ts';
export { findAnalysis } from './storage/analysis.ts';
export { findExtension } from './storage/extension.ts';
export type { Analysis } from './storage/analysis.ts';
export { Refusal } from './errors.ts';
