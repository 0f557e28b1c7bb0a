import { globalStyle, style } from '@vanilla-extract/css';
import { BESIDE } from '~/ui/dialog.css';
import { iconRules } from '~/ui/icons';
import { column, inline, line, middle, oneLine, outlined, wrap } from '~/ui/patterns';
import { color, media, radius, shadow, space, target, text, pixels, weight } from '~/ui/tokens.css';

export const sides = style(line(space[1]));
// Leaves space for the panel's head above the map.
globalStyle('body:has(dialog[data-folded]) #route-map', {
  '@media': { [BESIDE]: { marginTop: `calc(${target.row} + ${space[4]})` } },
});
export const tools = style(wrap(space[2]));
globalStyle(`${tools} > details`, { flex: '1 1 11.5rem' });
globalStyle(`${tools} > details[open]`, { flexBasis: '100%' });

const tight = {
  '@media': { [BESIDE]: { minHeight: '2.25rem', padding: `0 ${space[2]}`, fontSize: text.small } },
};
export const tabs = style({});
globalStyle(`${tabs} a`, tight);
globalStyle(`${tools} > details`, { '@media': { [BESIDE]: { paddingBlock: 0 } } });
globalStyle(`${tools} summary`, {
  '@media': { [BESIDE]: { minHeight: target.dense, paddingBlock: space[1] } },
});
globalStyle(`${tools} > a`, {
  '@media': { [BESIDE]: { minHeight: '2.125rem', paddingInline: space[2], fontSize: text.small } },
});

export const list = style({ borderTop: `1px solid ${color.line}` });
// A list without an order has no column for numbers.
export const unordered = style({});
export const stop = style({
  display: 'grid',
  gridTemplateColumns: '1.5rem 1.75rem 2rem minmax(0, 1fr) auto 2rem',
  alignItems: 'start',
  columnGap: pixels[2],
  borderBottom: `1px solid ${color.line}`,
  // Browsers lay out and paint only the visible part of a long list.
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 2.8125rem',
  background: color.surface,
  ':hover': { background: color.page },
  selectors: {
    '&[data-lifted]': { opacity: 0.5 },
    '&[data-drop="before"]': { boxShadow: `0 -3px 0 ${color.focus}` },
    '&[data-drop="after"]': { boxShadow: `0 3px 0 ${color.focus}` },
  },
  '@media': {
    [media.phone]: { gridTemplateColumns: '0 2.25rem 2rem minmax(0, 1fr) 2.5rem' },
  },
});
globalStyle(`${unordered} > li`, {
  gridTemplateColumns: '1.5rem 1.75rem 0 minmax(0, 1fr) auto 2rem',
  '@media': { [media.phone]: { gridTemplateColumns: '0 2.25rem 0 minmax(0, 1fr) 2.5rem' } },
});
// The row of the board under a dragged stop.
globalStyle('[data-driver-id][data-drop]', {
  outline: `3px dashed ${color.focus}`,
  outlineOffset: '-3px',
});
export const ghost = style({
  position: 'fixed',
  top: 0,
  left: 0,
  zIndex: 60,
  maxWidth: '18rem',
  padding: `${space[2]} ${space[3]}`,
  ...outlined(color.focus),
  boxShadow: shadow,
  background: color.surface,
  color: color.ink,
  fontWeight: weight.bold,
  pointerEvents: 'none',
});
const cell = {
  ...middle,
  height: '2.75rem',
} as const;
export const handle = style({
  ...cell,
  color: color.muted,
  cursor: 'grab',
  '::before': iconRules('gripVertical', '1em'),
  userSelect: 'none',
  // A finger on the handle drags. Elsewhere it scrolls the list.
  touchAction: 'none',
  '@media': { [media.phone]: { visibility: 'hidden' } },
});
export const check = style({ ...cell, cursor: 'pointer' });
export const place = style(cell);
export const number = style({
  ...middle,
  width: '1.75rem',
  height: '1.75rem',
  padding: 0,
  border: `1px solid ${color.muted}`,
  borderRadius: '999px',
  background: color.surface,
  textAlign: 'center',
  fontSize: text.small,
  fontWeight: weight.bold,
  selectors: {
    'span&': { alignSelf: 'start', margin: `${space[2]} 0 0 ${pixels[2]}`, borderColor: 'transparent' },
    'span&:empty': { width: 0, margin: 0, visibility: 'hidden' },
    '&[data-going]': { background: color.going, color: color.onTone },
  },
});
export const what = style({
  ...column('0'),
  minWidth: 0,
  minHeight: '2.75rem',
  justifyContent: 'center',
  padding: `${pixels[2]} ${space[2]}`,
  color: color.ink,
  lineHeight: 1.3,
  textDecoration: 'none',
  ':focus-visible': { outlineOffset: '-2px' },
});
export const several = style({ minWidth: 0 });
globalStyle(`${several}[open]`, { gridColumn: '4 / -1', paddingBottom: space[1] });
// In an open stop the tasks show their own times, and the menu stays in the first line.
globalStyle(`${several}[open] ~ span`, { display: 'none' });
globalStyle(`${several}[open] ~ button`, { gridArea: '1 / 6' });
globalStyle(`${several}[open] > summary`, { marginRight: space[8] });
globalStyle(`${several} > summary`, { cursor: 'pointer', listStyle: 'none' });
globalStyle(`${several} > summary::-webkit-details-marker`, { display: 'none' });
const fold = `${several} > summary > span:first-child::before`;
globalStyle(fold, { ...iconRules('chevronRight', '1em'), color: color.muted });
globalStyle(`${several}[open] > summary > span:first-child::before`, iconRules('chevronDown', '1em'));
export const title = style({ ...oneLine, fontWeight: weight.bold });
export const sub = style({ ...oneLine, color: color.muted, fontSize: text.small });
export const wrote = style({
  color: color.ink,
  fontWeight: weight.bold,
  '::before': { ...iconRules('mail', '1em'), marginRight: space[1] },
});
export const urgent = style({ color: color.urgent, fontWeight: weight.bold });
export const going = style({ color: color.going, fontWeight: weight.bold });
export const when = style({
  ...column('0'),
  alignItems: 'end',
  justifyContent: 'center',
  minHeight: '2.75rem',
  maxWidth: '8.5rem',
  color: color.muted,
  fontSize: text.small,
  lineHeight: 1.3,
  textAlign: 'right',
  '@media': {
    // Below the name, because the name needs the width.
    [media.phone]: {
      gridArea: '2 / 4',
      flexDirection: 'row',
      justifyContent: 'start',
      gap: space[2],
      minHeight: 0,
      maxWidth: 'none',
      padding: `0 ${space[2]} ${space[1]}`,
    },
  },
});
export const due = style({ color: color.ink, fontWeight: weight.bold });
export const menu = style({
  ...cell,
  width: '2rem',
  padding: 0,
  border: 0,
  borderRadius: radius,
  background: 'transparent',
  color: color.ink,
  cursor: 'pointer',
  '::before': iconRules('ellipsis'),
  ':hover': { background: color.line },
  '@media': { [media.phone]: { width: target.touch, marginLeft: `-${space[2]}` } },
});
export const all = style({
  ...inline(space[2]),
  minHeight: '1.75rem',
  // Aligned with the checkboxes below.
  paddingLeft: 'calc(4px + 1.5rem + 0.3125rem)',
  fontSize: text.small,
  '@media': { '(scripting: none)': { display: 'none' }, [media.phone]: { paddingLeft: space[4] } },
});
/** In a panel only the rows scroll, so that the foot covers none of them. */
export const rows = style({
  '@media': { [BESIDE]: { flex: '1 1 0', minHeight: '12rem', overflowY: 'auto' } },
});
/** At the bottom of the panel, even below a short list. */
export const foot = style({
  selectors: {
    '&&': {
      '@media': {
        [BESIDE]: { position: 'static', margin: `auto -${space[3]} -${space[3]}`, paddingInline: space[3] },
      },
    },
  },
});
export const barEnd = style({ ...line(space[2]), marginLeft: 'auto' });
