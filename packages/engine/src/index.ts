// The public door of the engine. Audits that must survive hostile packages go through `@extaudit/engine/host`.

export type { Intelligence } from './intelligence/intelligence.ts';
export { audit, summarise } from './audit.ts';
export type { Audit, AuditOptions, PackageSummary, PublisherFacts } from './audit.ts';
export type { Evidence, Finding, LocatedEvidence, Location, RuleMetadata } from './finding.ts';
export type { Flow, FlowStep, Skipped } from './analyse/facts.ts';
export type { JsonObject, JsonValue } from './model/extension.ts';
export { permhashesOf } from './model/permhash.ts';
export { jsonReport } from './report/json.ts';
export { rulesetHash } from './report/ruleset.ts';
export { sarifReport } from './report/sarif.ts';
export type { AuditedTarget, FailedTarget, ScanResult } from './report/scan-result.ts';
export type { Contribution, ReportFinding, SecurityReport } from './report/security-report.ts';
export { signalsOf, type Signal } from './report/signals.ts';
export { textReport } from './report/text.ts';
export { toolOf, type Tool } from './report/tool.ts';
export { rules } from './rules/index.ts';
export { showControls } from './rules/excerpt.ts';
export type { Rule } from './rules/rule.ts';
export { metadataOf } from './rules/run-rules.ts';
export { PackageError, type PackageErrorCode } from './unpack/package.ts';
export type { Anomaly, Signature } from './unpack/package.ts';
export type { PackageSource } from './unpack/source.ts';
export { unpack } from './unpack/unpack.ts';
export { modelExtension } from './model/model-extension.ts';
export { parseChromiumJson } from './model/chromium-json.ts';
export * from './vocabulary.ts';
