import { globalStyle, style } from '@vanilla-extract/css';
import { PHONE_TARGET } from '~/components/page/week.css';
import { middle } from '~/ui/patterns';
import { color, media, radius, space, target, text, pixels, weight } from '~/ui/tokens.css';

export const week = style({ tableLayout: 'fixed', fontVariantNumeric: 'tabular-nums' });
globalStyle(`${week} th:first-child`, { width: '19%' });
globalStyle(`${week} th:last-child`, { width: '3.5rem' });
globalStyle(`${week}${week} td`, { paddingTop: pixels[1], paddingBottom: pixels[1] });
globalStyle(`${week}${week} :is(th, td):nth-child(n + 2):nth-child(-n + 8)`, {
  paddingLeft: pixels[1],
  paddingRight: pixels[1],
  textAlign: 'center',
});
globalStyle(`${week}${week} :is(th, td):last-child`, { textAlign: 'right' });
// On a phone the name is above, and the days and their sum are in two lines of four.
globalStyle(`${week}${week} tr`, {
  '@media': {
    [media.phone]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
      gap: `${space[1]} 0`,
    },
  },
});
// The row already has a line above.
globalStyle(`${week}${week} td:first-child`, {
  '@media': { [media.phone]: { gridColumn: '1 / -1', borderTop: 0 } },
});
globalStyle(`${week}${week} td[data-label]`, {
  '@media': {
    [media.phone]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      alignContent: 'start',
      justifyItems: 'center',
      textAlign: 'center',
    },
  },
});
globalStyle(`${week}${week} td[data-label]::before`, { '@media': { [media.phone]: { gridRow: 'auto' } } });
globalStyle(`${week}${week} td[data-label] > *`, { '@media': { [media.phone]: { gridColumn: 1 } } });
globalStyle(`${week}${week} td[data-label] > span`, {
  '@media': { [media.phone]: { ...middle, minHeight: PHONE_TARGET } },
});
globalStyle(`${week} td[data-today]`, { background: color.page });
const link = {
  ...middle,
  width: '100%',
  minHeight: target.dense,
  borderRadius: radius,
  fontSize: text.small,
  // The hours of a night have two lines.
  lineHeight: 1.2,
  textAlign: 'center',
  textDecoration: 'none',
  '@media': { [media.phone]: { minHeight: PHONE_TARGET } },
} as const;
export const cell = style({ ...link, color: color.ink, fontWeight: weight.medium });
export const blank = style({ ...link, color: color.muted });
globalStyle(`:is(${cell}, ${blank}):hover`, { background: color.line });

export const counts = style({ color: color.muted, fontSize: text.small });
globalStyle(`${counts} td`, { height: `calc(${target.dense} + ${space[1]})` });
