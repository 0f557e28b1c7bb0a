import { globalStyle, style } from '@vanilla-extract/css';
import { middle } from '~/ui/patterns';
import { color, media, radius, space, target, text } from '~/ui/tokens.css';

const PHONE_TARGET = '2.75rem';

export const week = style({ tableLayout: 'fixed', fontVariantNumeric: 'tabular-nums' });
globalStyle(`${week} th:first-child`, { width: '22%' });
globalStyle(`${week} th:last-child`, { width: '3.5rem' });
globalStyle(`${week}${week} td`, { paddingTop: '1px', paddingBottom: '1px' });
globalStyle(`${week}${week} :is(th, td):nth-child(n + 2):nth-child(-n + 8)`, {
  paddingLeft: '1px',
  paddingRight: '1px',
  textAlign: 'center',
  '@media': { [media.phone]: { paddingLeft: 0, textAlign: 'left' } },
});
// The row has a line above already.
globalStyle(`${week}${week} td:first-child`, { '@media': { [media.phone]: { borderTop: 0 } } });
globalStyle(`${week}${week} :is(th, td):last-child`, {
  textAlign: 'right',
  '@media': { [media.phone]: { textAlign: 'left' } },
});
globalStyle(`${week} td[data-today]`, { background: color.page });
const link = {
  ...middle,
  width: '100%',
  minHeight: target.dense,
  borderRadius: radius,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '@media': { [media.phone]: { minHeight: PHONE_TARGET, justifyContent: 'flex-start' } },
} as const;
export const cell = style({ ...link, color: color.ink, fontWeight: 600 });
export const blank = style({ ...link, color: color.muted });
globalStyle(`:is(${cell}, ${blank}):hover`, { background: color.line });

export const name = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: target.dense,
  '@media': { [media.phone]: { minHeight: PHONE_TARGET, fontSize: text.large } },
});
export const counts = style({ color: color.muted, fontSize: text.small });
globalStyle(`${counts} td`, { height: `calc(${target.dense} + ${space[1]})` });
