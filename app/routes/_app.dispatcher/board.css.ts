import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { column, inline, outlined, wrap } from '~/ui/patterns';
import { color, media, space, target, text } from '~/ui/tokens.css';

const fillsRest = { flex: 1, minHeight: 0 } as const;
/** What is hidden in it for screen readers is placed in it, and does not make the page higher. */
const scrolls = { position: 'relative', minHeight: 0, overflow: 'auto' } as const;

export const page = style({
  ...column(space[3]),
  minWidth: 0,
  '@media': { [media.board]: { ...fillsRest, gap: space[2] } },
});
/** Two columns as high as the window leaves room for, each with a scroll bar of its own. */
export const board = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': {
    [media.board]: {
      ...fillsRest,
      gap: space[3],
      gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
      gridTemplateRows: 'minmax(0, 1fr)',
      alignItems: 'stretch',
    },
  },
});
export const side = style({ minWidth: 0, '@media': { [media.board]: scrolls } });
export const status = style({ minWidth: 0, '@media': { [media.board]: scrolls } });
globalStyle(`main:has(${board})`, {
  '@media': {
    [media.board]: {
      ...column(space[2]),
      maxWidth: 'none',
      height: `calc(100dvh - ${target.row})`,
      padding: `0 ${space[3]} ${space[2]}`,
    },
  },
});
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(9rem, 1.1fr) 6rem minmax(10rem, 2fr) auto',
  alignItems: 'center',
  columnGap: space[3],
  minHeight: target.row,
  padding: `2px ${space[3]}`,
  borderBottom: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: 'none',
  ':hover': { background: color.page },
  ':focus-visible': { outlineOffset: '-2px' },
  '@media': {
    [media.phone]: { gridTemplateColumns: '1fr auto', rowGap: space[1], padding: `${space[2]} ${space[3]}` },
  },
});
export const name = style({
  fontWeight: 600,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const sub = style({
  color: color.muted,
  fontSize: text.small,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const cell = style({ minWidth: 0 });
export const counters = style({
  display: 'flex',
  gap: space[1],
  '@media': { [media.phone]: { gridColumn: '1 / -1' } },
});
export const current = style({ minWidth: 0, '@media': { [media.phone]: { gridColumn: '1 / -1' } } });
export const counter = style({
  minWidth: '3.9rem',
  padding: `0 ${space[1]}`,
  textAlign: 'center',
  lineHeight: 1.15,
  fontSize: '0.6875rem',
  whiteSpace: 'nowrap',
  color: color.muted,
});
export const noCounter = style([counter]);
globalStyle(`${counter} b`, { display: 'block', fontSize: text.body, color: color.ink });
globalStyle(`${noCounter} b`, { color: color.muted });
export const unseen = style({
  color: color.muted,
  fontSize: '0.6875rem',
  lineHeight: 1.3,
  whiteSpace: 'nowrap',
});
export const urgentSign = style({ color: color.urgent, fontWeight: 700 });
export const stops = style({
  ...column(space[3]),
  padding: space[4],
});
export const stopList = style(column(space[1]));
export const stop = style({ display: 'flex', gap: space[2], alignItems: 'baseline', minWidth: 0 });
export const stopPlace = style({ flex: 1, minWidth: 0 });
globalStyle(`${stopPlace} > span`, { whiteSpace: 'normal', overflowWrap: 'anywhere' });
export const leg = style({ flex: 'none', color: color.muted, fontSize: text.small, whiteSpace: 'nowrap' });
export const pinLink = style({
  minHeight: '1.5rem',
  minWidth: '1.5rem',
  fontSize: text.small,
  textAlign: 'center',
});
export const letters = style({ display: 'inline-flex', gap: '2px', flex: 'none' });
export const letter = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: '1.5rem',
  height: '1.5rem',
  borderRadius: '4px',
  fontSize: text.small,
  fontWeight: 700,
  color: color.onTone,
  textDecoration: 'none',
});

export const attention = style({
  ...wrap(space[2]),
  padding: `${space[2]} ${space[3]}`,
  borderBottom: `1px solid ${color.line}`,
});
export const attentionLink = style({
  ...inline(space[1]),
  minHeight: target.dense,
  padding: `0 ${space[2]}`,
  ...outlined(color.urgent),
  color: color.urgent,
  fontSize: text.small,
  textDecoration: 'none',
  ':hover': { textDecoration: 'underline' },
});
export const due = style({ marginLeft: 'auto', color: color.muted, fontSize: text.small });
export const toolbar = style({
  ...wrap(space[2]),
  padding: `${space[2]} ${space[3]}`,
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${toolbar} select`, { width: 'auto', flex: '0 1 auto', minWidth: 0, maxWidth: '10.5rem' });
export const searchBox = style({ flex: '3 1 9rem' });
export const clear = style({ minHeight: target.dense, display: 'inline-flex', alignItems: 'center' });
export const found = style({ borderBottom: `1px solid ${color.line}`, background: color.page });
export const foundHead = style({
  padding: `${space[2]} ${space[3]}`,
  color: color.muted,
  fontSize: text.small,
});
export const foundRow = style({
  display: 'grid',
  gridTemplateColumns: '11rem minmax(0, 1fr)',
  alignItems: 'center',
  gap: space[3],
  minHeight: target.row,
  padding: `${space[1]} ${space[3]}`,
  borderTop: `1px solid ${color.line}`,
  background: color.surface,
  color: color.ink,
  textDecoration: 'none',
  ':hover': { background: color.page },
  ':focus-visible': { outlineOffset: '-2px' },
  '@media': { [media.phone]: { gridTemplateColumns: '1fr', rowGap: space[1], padding: space[3] } },
});
globalStyle(`${foundRow} span > span`, { display: 'block' });
export const foundBadges = style({ display: 'flex', gap: space[1] });

const tones = {
  pickup: color.pickup,
  delivery: color.delivery,
  transfer: color.transfer,
  urgent: color.urgent,
  going: color.going,
  'next-route': color.nextRoute,
  linked: color.linked,
  completed: color.completed,
};

export const letterTone = styleVariants(tones, (background) => ({ background }));
