export * from './account.ts';
export * from './analyses.ts';
export * from './auth.ts';
export * from './extensions.ts';
export * from './health.ts';
