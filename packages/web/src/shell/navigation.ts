/** The pages that the side bar and the command palette lead to. */
export const navigation = [
  { to: '/', label: 'Overview', icon: 'overview' },
  { to: '/extensions', label: 'Extensions', icon: 'extensions' },
  { to: '/search', label: 'Search code', icon: 'search' },
  { to: '/inventory', label: 'Inventory', icon: 'inventory' },
  { to: '/events', label: 'Events', icon: 'events' },
  { to: '/monitors', label: 'Monitors', icon: 'monitors' },
  { to: '/subscriptions', label: 'Subscriptions', icon: 'subscriptions' },
  { to: '/decisions', label: 'Decisions', icon: 'decisions' },
  { to: '/policy', label: 'Policy', icon: 'policy' },
  { to: '/clusters', label: 'Clusters', icon: 'clusters' },
  { to: '/publishers', label: 'Publishers', icon: 'publishers' },
  { to: '/intelligence', label: 'Intelligence', icon: 'intelligence' },
  { to: '/upload', label: 'Add extensions', icon: 'upload' },
  { to: '/account', label: 'Account', icon: 'account' },
] as const;
