/** The pages of one extension, in the order of the questions that they answer. */
export const sections = [
  { to: '/extensions/$extensionId', label: 'Report' },
  { to: '/extensions/$extensionId/flows', label: 'Flows' },
  { to: '/extensions/$extensionId/permissions', label: 'Permissions' },
  { to: '/extensions/$extensionId/hosts', label: 'Hosts' },
  { to: '/extensions/$extensionId/files', label: 'Files' },
  { to: '/extensions/$extensionId/manifest', label: 'Manifest' },
  { to: '/extensions/$extensionId/versions', label: 'Versions' },
  { to: '/extensions/$extensionId/diff', label: 'Compare' },
  { to: '/extensions/$extensionId/reviews', label: 'Reviews' },
  { to: '/extensions/$extensionId/relations', label: 'Publisher and cluster' },
] as const;
