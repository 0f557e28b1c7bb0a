import { globalStyle, style } from '@vanilla-extract/css';
import { PHONE_TARGET } from '~/components/page/week.css';
import { column, middle } from '~/ui/patterns';
import { color, media, radius, space, target, text, weight } from '~/ui/tokens.css';

export const week = style({ tableLayout: 'fixed', fontVariantNumeric: 'tabular-nums' });
globalStyle(`${week} th:first-child`, { width: '16%' });
globalStyle(`${week}${week} td`, {
  paddingTop: space[2],
  paddingBottom: space[2],
  paddingLeft: space[1],
  verticalAlign: 'top',
});
globalStyle(`${week}${week} :is(td, th):first-child`, { paddingLeft: 0 });
globalStyle(`${week} th`, { paddingLeft: space[1] });
globalStyle(`${week} td[data-today]`, { background: color.page });
// The row already has a line above.
globalStyle(`${week}${week} td:first-child`, { '@media': { [media.phone]: { borderTop: 0 } } });
// On a phone a day without departures would be a line with nothing but its name.
globalStyle(`${week}${week} td[data-empty]`, { '@media': { [media.phone]: { display: 'none' } } });

const link = {
  width: '100%',
  minHeight: target.dense,
  borderRadius: radius,
  textDecoration: 'none',
  '@media': { [media.phone]: { minHeight: PHONE_TARGET } },
} as const;
export const cell = style({ ...column(space[2]), ...link, color: color.ink });
export const blank = style({ ...middle, ...link, justifyContent: 'flex-start', color: color.muted });
globalStyle(`:is(${cell}, ${blank}):hover`, { background: color.line });

export const run = style({ ...column('0'), lineHeight: 1.25 });
export const time = style({ fontWeight: weight.bold, whiteSpace: 'nowrap' });
export const off = style({ color: color.muted, textDecoration: 'line-through', whiteSpace: 'nowrap' });
export const note = style({ color: color.muted, fontSize: text.small });
export const narrow = style({ maxWidth: '28rem' });
