import {
  categories,
  classifications,
  confidences,
  flowDirections,
  packageFormats,
  riskLevels,
  severities,
  sinkKinds,
  sourceKinds,
} from '@extaudit/engine/vocabulary';
import { Type, type TObject, type TProperties, type TSchema } from 'typebox';
import {
  AccountOwnedId,
  ExtensionId,
  PackageOrigin,
  Sha256,
  Timestamp,
  Version,
  Word,
} from './primitives.ts';
import { Headline, IsOutdated, RiskOrder } from './verdict.ts';

/** Packages are seen by all; that a member brought one is the account's alone. */
export const OwnPackageHash = AccountOwnedId('package', {
  'x-allowed': '64 lower-case hexadecimal digits',
  pattern: '^[0-9a-f]{64}$',
  description:
    'SHA-256 of a package that a member of your account brought, in lower-case hexadecimal.',
});

const fileFields = {
  path: Type.String(),
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  sha256: Sha256,
  type: Type.String({ description: "Media type by the name's ending." }),
};

const PackageReport = Type.Object(
  {
    risk_score: Type.Integer(),
    risk_level: Word(riskLevels),
    classification: Word(classifications),
    risk_order: RiskOrder,
    headline: Headline,
    is_outdated: IsOutdated,
    analyzed_at: Timestamp('When the report was made.'),
  },
  { description: 'What the last report on this package says, in short.' },
);

export const VersionDetail = Type.Object({
  extension_id: ExtensionId,
  extension_version_id: Type.String({ format: 'uuid' }),
  version: Version,
  size: Type.Integer({ description: 'Bytes of the package; 0 while only metadata is known.' }),
  created_at: Timestamp('When the version appeared.'),
  packages: Type.Array(
    Type.Object({
      sha256: Sha256,
      origin: PackageOrigin,
      size: fileFields.size,
      format: Word(packageFormats),
      is_version_package: Type.Boolean({
        description: 'Whether it is the one that the version is judged by.',
      }),
      is_own: Type.Boolean({ description: 'Whether a member of your account brought it.' }),
      created_at: Timestamp('When it first came.'),
      quarantine_reason: Type.Union([Type.String(), Type.Null()], {
        description:
          'Why the operator of the service has put it into quarantine, where nobody gets its files; null where it is not in it.',
      }),
      report: Type.Union([PackageReport, Type.Null()]),
    }),
    { description: 'All packages that claim the version, the best origin first.' },
  ),
});

const PackageFile = Type.Object(fileFields);

export const VersionFiles = Type.Object({
  package_sha256: Sha256,
  files: Type.Array(PackageFile, { description: 'Sorted by path.' }),
});

export const FileText = Type.Object({
  ...fileFields,
  text: Type.String({ description: 'The first MiB, without byte order mark; empty for `binary`.' }),
  truncated: Type.Boolean({ description: 'Whether the file goes on.' }),
  encoding: Word(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'binary']),
});

const Permissions = changeOf(Type.String());

const ManifestDiff = Type.Object({
  permissions: Permissions,
  optional_permissions: Permissions,
  host_permissions: Permissions,
  optional_host_permissions: Permissions,
  content_script_matches: Permissions,
  warnings: Permissions,
  held_until_accepted: Type.Optional(
    Type.Boolean({
      description:
        'Whether Chrome disables the update until the user agrees to what it may do more.',
    }),
  ),
  manifest_keys: Type.Array(
    Type.Object({
      key: Type.String(),
      change: Word(['added', 'removed', 'changed']),
      before: Type.Optional(Type.String()),
      after: Type.Optional(Type.String()),
    }),
    { description: 'Values as JSON with sorted keys, cut at 2,000 characters.' },
  ),
});

const FileState = Type.Object({ size: fileFields.size, sha256: Sha256 });

const FilesDiff = Type.Object({
  added: Type.Array(PackageFile),
  removed: Type.Array(PackageFile),
  changed: Type.Array(
    Type.Object({
      path: Type.String(),
      type: fileFields.type,
      before: FileState,
      after: FileState,
    }),
  ),
  unchanged_count: Type.Integer({ minimum: 0 }),
});

const Risk = Type.Object({
  risk_score: Type.Integer(),
  risk_level: Word(riskLevels),
  classification: Word(classifications),
});

const findingSummary = {
  id: Type.String(),
  category: Word(categories),
  severity: Word(severities),
  title: Type.String(),
};

const ReportDiff = Type.Object({
  same_ruleset: Type.Boolean({
    description: 'Whether one rule set made both reports; if not, what differs may be the rules.',
  }),
  risk: Type.Object({ before: Risk, after: Risk }),
  capabilities: ratedChangeOf(findingSummary),
  findings: ratedChangeOf(findingSummary),
  hosts: changeOf(Type.Object({ host: Type.String(), sends_data: Type.Boolean() })),
  hosts_sent_data: Type.Array(Type.String(), {
    description: 'Named before, and sent data now.',
  }),
  flows: ratedChangeOf({
    source: Word(sourceKinds),
    sink: Word(sinkKinds),
    direction: Word(flowDirections),
    host: Type.Optional(Type.String()),
  }),
  signing_keys: changeOf(Type.String()),
});

export const VersionDiff = Type.Object(
  {
    before: Type.String({ description: 'The version compared from.' }),
    after: Type.String({ description: 'The version compared to.' }),
    manifest: Type.Optional(ManifestDiff),
    files: Type.Optional(FilesDiff),
    files_not_compared: Type.Optional(
      Type.String({
        description:
          'Why `files` is absent, where the operator of the service has put a package into quarantine.',
      }),
    ),
    report: Type.Optional(ReportDiff),
    truncated: Type.Boolean({ description: 'Whether a list was cut at 1,000 entries.' }),
  },
  {
    description:
      'A part is absent where one of the versions does not have it: nothing is known of its changes then.',
  },
);

function changeOf<T extends TSchema>(
  item: T,
): TObject<{ added: ReturnType<typeof Type.Array<T>>; removed: ReturnType<typeof Type.Array<T>> }> {
  return Type.Object({ added: Type.Array(item), removed: Type.Array(item) });
}

/** With what one report is surer of than the other. */
function ratedChangeOf<T extends TProperties>(item: T) {
  const rating = Word(confidences);
  return Type.Object({
    added: Type.Array(Type.Object(item)),
    removed: Type.Array(Type.Object(item)),
    changed: Type.Array(Type.Object({ ...item, before: rating, after: rating }), {
      description: 'In both, with the confidence of each.',
    }),
  });
}
