export * from './account.ts';
export * from './analyses.ts';
export * from './auth.ts';
export * from './extensions.ts';
export * from './health.ts';
export * from './publishers.ts';
export * from './risk-engine.ts';
export * from './webhook-secret.ts';
