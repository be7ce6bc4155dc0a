/** What an entry names, as people call it. */
export const kindNames = {
  extension_id: 'Extension',
  package_sha256: 'Package',
  file_sha256: 'File',
  domain: 'Domain',
  vulnerable_library: 'Vulnerable library',
  library_pattern: 'Library pattern',
} as const;

export type Kind = keyof typeof kindNames;

export const kinds = Object.keys(kindNames) as Kind[];
