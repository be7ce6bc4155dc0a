import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Deep teal: apart from every risk colour. */
const accent: MantineColorsTuple = [
  '#e6f5f5',
  '#cfe8e9',
  '#a3d2d4',
  '#71bbbf',
  '#46a5aa',
  '#2a9199',
  '#177f88',
  '#0b6670',
  '#06545d',
  '#02434b',
];

/** Fields and frames in the dark, of the same tone as the ground. */
const dark: MantineColorsTuple = [
  '#e7ebee',
  '#c9d1d7',
  '#a8b3bb',
  '#8a96a0',
  '#45515a',
  '#2a3238',
  '#171c20',
  '#101417',
  '#0c1012',
  '#080b0c',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 7,
  colors: { accent, dark },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
  },
});
