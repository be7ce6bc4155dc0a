import type { ReviewIssue } from '../report/scan-result.ts';
import type { ManifestView, MissingFile } from './manifest-view.ts';
import { meaning, type ReviewMeaning, type ReviewProfile } from './review-profile.ts';

/**
 * addons.mozilla.org refuses what its linter calls an error; warnings are for the people who review.
 * https://mozilla.github.io/addons-linter/
 */
export const firefoxAmo: ReviewProfile = {
  store: 'addons.mozilla.org',
  findings: {
    ...meaning('MANIFEST_FIELD_INVALID', 'rejected', ['manifest-refused']),
    ...meaning('NO_MESSAGES_FILE', 'rejected', ['missing-messages']),
    ...meaning('REMOTE_SCRIPT', 'rejected', [
      'execute-script-remote-code',
      'network-response-executed',
      'remote-dynamic-import',
      'remote-import-scripts',
      'remote-script-element',
      'remote-script-in-page',
      'remote-wasm',
      'stored-response-executed',
    ]),
    ...meaning('COINMINER_USAGE_DETECTED', 'rejected', ['crypto-mining']),
    // The linter has no code of its own; the add-on policies do not allow it.
    ...meaning('policy: no obfuscated code', 'rejected', [
      'code-hidden-in-image',
      'concealed-code',
      'flattened-control-flow',
      'mangled-names',
      'obfuscated-network-code',
      'packed-code',
      'string-array-obfuscation',
      'symbol-only-code',
    ]),
    ...meaning('DANGEROUS_EVAL', 'asked-about', [
      'dynamic-evaluation',
      'evaluation-near-request',
      'page-data-executed',
      'stored-text-executed',
      'unresolved-response-executed',
    ]),
    ...meaning('NO_IMPLIED_EVAL', 'asked-about', ['string-timer']),
    ...meaning('NO_DOCUMENT_WRITE', 'asked-about', ['document-write']),
    ...meaning('UNSAFE_VAR_ASSIGNMENT', 'asked-about', [
      'markup-in-extension-page',
      'network-response-to-html',
      'page-data-to-html',
    ]),
    ...meaning('MANIFEST_CSP', 'asked-about', [
      'csp-any-script-source',
      'csp-plain-http-script-source',
      'csp-remote-script-host',
      'csp-shared-script-host',
    ]),
    ...meaning('MANIFEST_CSP_UNSAFE_EVAL', 'asked-about', ['csp-unsafe-eval']),
    ...meaning('MANIFEST_PERMISSIONS', 'asked-about', ['unknown-permissions']),
    ...meaning('UNADVISED_LIBRARY', 'asked-about', [
      'severely-vulnerable-library',
      'vulnerable-library',
    ]),
    ...meaning('FLAGGED_FILE_EXTENSION', 'asked-about', [
      'native-program-in-package',
      'nested-archive',
    ]),
  },
  isMeant: () => true,
  check: checkManifest,
  brokenScript: { code: 'JS_SYNTAX_ERROR', outcome: 'rejected' },
};

const missingCodes: Readonly<Record<MissingFile['kind'], ReviewMeaning>> = {
  background: { code: 'MANIFEST_BACKGROUND_FILE_NOT_FOUND', outcome: 'rejected' },
  'content-script': { code: 'MANIFEST_CONTENT_SCRIPT_FILE_NOT_FOUND', outcome: 'rejected' },
  icon: { code: 'MANIFEST_ICON_NOT_FOUND', outcome: 'rejected' },
  page: { code: 'broken page', outcome: 'asked-about' },
};

function* checkManifest({ manifest, at, get, missing }: ManifestView): Iterable<ReviewIssue> {
  const settings = get('browser_specific_settings') ?? get('applications');
  const key =
    get('browser_specific_settings') === undefined ? 'applications' : 'browser_specific_settings';
  if (manifest.manifestVersion >= 3 && typeof get(key, 'gecko', 'id') !== 'string') {
    yield {
      code: 'ADDON_ID_REQUIRED',
      outcome: 'rejected',
      what: 'Manifest V3 needs an id of the add-on, and there is none',
      at: at(...(settings === undefined ? [] : [key])),
      change: 'Add "browser_specific_settings": { "gecko": { "id": "name@example.com" } }.',
    };
  }
  const worker = get('background', 'service_worker');
  const hasOther = ['scripts', 'page'].some((name) => get('background', name) !== undefined);
  if (worker !== undefined && !hasOther) {
    yield {
      code: 'BACKGROUND_SERVICE_WORKER_NOFALLBACK',
      outcome: 'rejected',
      what: 'background has a service_worker only, which Firefox does not run',
      at: at('background', 'service_worker'),
      change: `Add "scripts": [${JSON.stringify(worker)}] beside service_worker.`,
    };
  }
  if (get(key, 'gecko', 'update_url') !== undefined) {
    yield {
      code: 'MANIFEST_UPDATE_URL',
      outcome: 'rejected',
      what: 'An add-on of addons.mozilla.org is updated from there only',
      at: at(key, 'gecko', 'update_url'),
      change: 'Remove update_url.',
    };
  }
  for (const { file, kind, at: place } of missing) {
    yield {
      ...missingCodes[kind],
      what: `The manifest names ${file}, which the package lacks`,
      at: place,
      change: `Add ${file} to the package, or take it out of the manifest.`,
    };
  }
  if (get(key, 'gecko', 'data_collection_permissions') === undefined) {
    yield {
      code: 'MISSING_DATA_COLLECTION_PERMISSIONS',
      outcome: 'asked-about',
      what: 'The manifest does not say which data the add-on collects',
      at: at(...(settings === undefined ? [] : [key])),
      change:
        'Add "data_collection_permissions": { "required": ["none"] } to gecko, or what is collected instead of "none".',
    };
  }
}
