import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import { Deleted, ExtensionId, Version, Word } from '../schemas/primitives.ts';
import {
  FileText,
  OwnPackageHash,
  VersionDetail,
  VersionDiff,
  VersionFiles,
} from '../schemas/version.ts';

const fileFormats = ['json', 'bytes'] as const;
const withoutPackage = 'No such extension or version, or only its metadata is known.';
const quarantined = 'The operator of this service has put the package into quarantine.';
const damaged =
  'The stored package is damaged, until it is uploaded again; or something went wrong here.';

export const getVersion = defineOperation({
  id: 'get-version',
  method: 'GET',
  path: '/api/v1/extensions/{extensionId}/versions/{version}',
  tag: 'extensions',
  summary: 'Read one version',
  description: 'The version with every package that claims it, and where each comes from.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ extensionId: ExtensionId, version: Version }),
  envelope: 'single',
  answers: { 200: { when: 'The version.', data: VersionDetail } },
  errors: { 404: 'No such extension or version.' },
});

export const deleteVersionPackage = defineOperation({
  id: 'delete-version-package',
  method: 'DELETE',
  path: '/api/v1/extensions/{extensionId}/versions/{version}/packages/{sha256}',
  tag: 'extensions',
  summary: 'Delete a package that your account brought',
  description:
    'The next best package becomes the one that the version is judged by. A version and an extension of which nothing ' +
    'else is known are deleted with their last package. What another account has brought as well stays for that account.',
  auth: 'session',
  access: 'manage',
  audit: 'package_deleted',
  rateLimit: defaultRateLimit,
  params: Type.Object({ extensionId: ExtensionId, version: Version, sha256: OwnPackageHash }),
  envelope: 'single',
  answers: { 200: { when: 'Your account has the package no more.', data: Deleted } },
  errors: {
    404: 'No such extension or version, or no member of your account brought such a package.',
    409: 'A store or the operator of this service has the package too.',
  },
});

export const listVersionFiles = defineOperation({
  id: 'list-version-files',
  method: 'GET',
  path: '/api/v1/extensions/{extensionId}/versions/{version}/files',
  tag: 'extensions',
  summary: "List the files of one version's package",
  description: 'Every file with size and hash; at most 20,000, which no package exceeds.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ extensionId: ExtensionId, version: Version }),
  envelope: 'single',
  answers: { 200: { when: 'The files.', data: VersionFiles } },
  errors: { 404: withoutPackage, 409: quarantined, 500: damaged },
});

export const getVersionFile = defineOperation({
  id: 'get-version-file',
  method: 'GET',
  path: '/api/v1/extensions/{extensionId}/versions/{version}/file',
  tag: 'extensions',
  summary: 'Read one file',
  description:
    'Its text as JSON, or with `format=bytes` its bytes, unchanged: PNG, JPEG, GIF, WebP and ICO, by their first bytes, as ' +
    'images; everything else, SVG too, as a download. Nothing in it can run. `ETag` and `If-None-Match` save sending it again.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ extensionId: ExtensionId, version: Version }),
  query: Type.Object({
    path: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'As the list of files has it.',
    }),
    format: Word(fileFormats, {
      default: 'json',
      description: '`bytes`: the file itself, up to 64 MiB, byte order mark and NUL included.',
    }),
  }),
  envelope: 'single',
  answers: {
    200: { when: 'The text, up to 1 MiB, or the bytes.', data: FileText, hasBytes: true },
  },
  errors: {
    404: `${withoutPackage} Or the package has no such file.`,
    409: quarantined,
    413: 'The file has more bytes than are given at once.',
    500: damaged,
  },
});

export const diffVersions = defineOperation({
  id: 'diff-versions',
  method: 'GET',
  path: '/api/v1/extensions/{extensionId}/versions/{version}/diff/{other}',
  tag: 'extensions',
  summary: 'Tell what changed between two versions',
  description:
    "From the first version of the path to the second: permissions, Chrome's warnings, manifest keys, files, " +
    'and findings, hosts and flows where both versions have a report.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ extensionId: ExtensionId, version: Version, other: Version }),
  envelope: 'single',
  answers: { 200: { when: 'What changed.', data: VersionDiff } },
  errors: { 404: 'No such extension, or one of the versions is not known.', 500: damaged },
});
