/** Strokes on a grid of 20 by 20. */
const paths = {
  overview: 'M3 10.5 10 4l7 6.5M5 9v7h10V9',
  extensions: 'M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM13.5 11v5M11 13.5h5',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4',
  monitors: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  events: 'M5 3v14M5 5h6M5 10h10M5 15h7',
  subscriptions: 'M5 14V9a5 5 0 0 1 10 0v5l1.500 1.500h-13zM8.500 17.500h3',
  clusters:
    'M6 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM14 5.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 13a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 7l4 .5M7 8l1 5M13 9.5 9.5 13.5',
  publishers: 'M10 3.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 17c0-3.500 2.500-5.500 6-5.500s6 2 6 5.500',
  inventory: 'M3 4h14v9H3zM7 17h6M10 13v4',
  decisions: 'M4 5h12M4 10h7M4 15h5M12 14l2 2 4-5',
  policy: 'M10 3 4 5v5c0 4 3 6 6 7 3-1 6-3 6-7V5zM7.500 10l2 2 3.500-4',
  intelligence: 'M10 3.500 17.500 16.500h-15zM10 8.500v4M10 14.500v.100',
  account:
    'M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10 2.500v2M10 15.500v2M2.500 10h2M15.500 10h2M4.700 4.700l1.400 1.400M13.900 13.900l1.400 1.400M4.700 15.300l1.400-1.400M13.900 6.100l1.400-1.400',
  upload: 'M10 13V4M6 7.500 10 3.500l4 4M4 13v3.500h12V13',
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
