import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { column, middle, oneLine, outlined } from '~/ui/patterns';
import { color, media, shadow, space, target, text } from '~/ui/tokens.css';

const fillsRest = { flex: 1, minHeight: 0 } as const;
/** Its position is relative, so that hidden texts for screen readers inside do not make the page higher. */
const scrolls = { position: 'relative', minHeight: 0, overflow: 'auto' } as const;

export const page = style({
  ...column(space[3]),
  minWidth: 0,
  '@media': { [media.board]: { ...fillsRest, gap: space[2] } },
});
/** Two columns that fill the window. Each has its own scroll bar. */
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
// It has a fixed grid area, because a panel over it would take its place otherwise.
export const side = style({ minWidth: 0, '@media': { [media.board]: { ...scrolls, gridArea: '1 / 2' } } });
export const status = style({
  minWidth: 0,
  background: color.surface,
  ...outlined(),
  boxShadow: shadow,
  '@media': { [media.board]: { ...scrolls, ...column('0') } },
});
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
export const name = style({
  fontWeight: 600,
  ...oneLine,
});
export const sub = style({
  color: color.muted,
  fontSize: text.small,
  ...oneLine,
});
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
  ...middle,
  minWidth: '1.5rem',
  height: '1.5rem',
  borderRadius: '4px',
  fontSize: text.small,
  fontWeight: 700,
  color: color.onTone,
  textDecoration: 'none',
});

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
