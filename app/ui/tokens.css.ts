/** All colors, sizes and spaces. The contrast of color pairs is measured: 4.5:1 or better in light, 7:1 in dark. */
import { assignVars, createThemeContract, globalStyle } from '@vanilla-extract/css';

export const color = createThemeContract({
  ink: null,
  muted: null,
  line: null,
  surface: null,
  page: null,
  onTone: null,
  pickup: null,
  delivery: null,
  transfer: null,
  linked: null,
  urgent: null,
  going: null,
  completed: null,
  nextRoute: null,
  hold: null,
  assigned: null,
  returning: null,
  inactive: null,
  focus: null,
});

const light = {
  ink: '#14181f',
  muted: '#4b5563',
  line: '#d5dae1',
  surface: '#ffffff',
  page: '#f4f6f8',
  onTone: '#ffffff',
  pickup: '#1d5fc4',
  delivery: '#b3490a',
  transfer: '#7333b8',
  linked: '#6b3fa0',
  urgent: '#c01f2e',
  going: '#14743a',
  completed: '#1a6b3c',
  nextRoute: '#8a5a00',
  hold: '#5b6472',
  assigned: '#0f6a83',
  returning: '#a9510a',
  inactive: '#5b6472',
  focus: '#0b57d0',
};

const dark: typeof light = {
  ink: '#eef1f5',
  muted: '#aab4c0',
  line: '#2a313b',
  surface: '#171b21',
  page: '#0e1116',
  onTone: '#0e1116',
  pickup: '#8ab8ff',
  delivery: '#ffb27a',
  transfer: '#cfa8ff',
  linked: '#c5a3f0',
  urgent: '#ff9a9f',
  going: '#6fdc97',
  completed: '#7fd6a0',
  nextRoute: '#ffcc66',
  hold: '#b4bdc9',
  assigned: '#7fd4ec',
  returning: '#ffb27a',
  inactive: '#b4bdc9',
  focus: '#9cc2ff',
};

globalStyle(':root', { vars: assignVars(color, light), colorScheme: 'light' });
globalStyle(':root:not([data-theme="light"])', {
  '@media': { '(prefers-color-scheme: dark)': { vars: assignVars(color, dark), colorScheme: 'dark' } },
});
globalStyle(':root[data-theme="dark"]', { vars: assignVars(color, dark), colorScheme: 'dark' });

// All sizes are in rem, so this scales all of them.
globalStyle(':root[data-text="large"]', { fontSize: '112.5%' });
globalStyle(':root[data-text="larger"]', { fontSize: '125%' });
// Paper always uses the light theme.
globalStyle(':root:root', { '@media': { print: { vars: assignVars(color, light), colorScheme: 'light' } } });

/** The colors of the browser's own bars, which no style sheet sets. */
export const themeColor = { light: light.surface, dark: dark.surface };

/** Converts pixels to rem, so that a larger text size of the browser applies. */
const rem = (pixels: number) => `${String(pixels / 16)}rem`;

export const space = {
  0: '0',
  1: rem(4),
  2: rem(8),
  3: rem(12),
  4: rem(16),
  5: rem(20),
  6: rem(24),
  8: rem(32),
} as const;
/** Corrections of a pixel or two, for what must align. */
export const pixels = { 1: '1px', 2: rem(2) } as const;
export const text = {
  /** Signs in markers, labels of axes, and second lines of dense tables. */
  tiny: rem(12),
  small: rem(13),
  body: rem(15),
  large: rem(17),
  title: rem(21),
  display: rem(28),
  print: '10.5pt',
} as const;
/** Bold is for names and headings, and for what needs action. Medium is for labels and for what is chosen. */
export const weight = { normal: 400, medium: 500, bold: 600 } as const;
export const radius = '6px';
export const shadow = '0 1px 3px rgb(20 24 31 / 0.16)';
/** The shadow of something that is over the page. */
export const lifted = '0 6px 20px rgb(20 24 31 / 0.25)';
/** Signatures and codes are on white paper in both themes. */
export const whitePaper = { white: light.surface, ink: light.ink, muted: light.muted } as const;
/** Covers the page behind a dialog. */
export const veil = 'rgb(14 17 22 / 0.55)';
export const target = { dense: rem(32), touch: rem(48), row: rem(44) } as const;

/** Widths at which a layout changes. */
export const media = {
  phone: 'screen and (max-width: 719px)',
  desk: 'screen and (min-width: 1100px)',
  /** Here the board fills the window. */
  board: 'screen and (min-width: 1200px) and (min-height: 480px)',
  /** So low, for example with a zoom of 400 %, that fixed parts would leave no space for the rest. */
  low: 'screen and (max-height: 400px)',
  still: '(prefers-reduced-motion: reduce)',
} as const;
