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
export { importCatalogue } from './domain/import-catalogue.ts';
export type { BadLine, CatalogueImport } from './domain/import-catalogue.ts';
export { importPackage } from './domain/import-package.ts';
export type { ImportResult } from './domain/import-package.ts';
export { requestAnalysis } from './domain/request-analysis.ts';
export type { AnalysisRequest } from './domain/request-analysis.ts';
export { findAnalysis } from './storage/analysis.ts';
export { findExtension } from './storage/extension.ts';
export type { Analysis } from './storage/analysis.ts';
export { Refusal } from './errors.ts';
