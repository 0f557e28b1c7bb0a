import { style } from '@vanilla-extract/css';
import { color, media, space, text, weight } from '~/ui/tokens.css';

/** Doubles the class, so that it overrides the rules for cells of all tables. */
const cell = (rules: object) => style({ selectors: { '&&': rules } });
const column = (width: string, minWidth: string) =>
  cell({ width, minWidth, '@media': { [media.phone]: { width: 'auto', minWidth: 0 } } });

export const short = cell({ whiteSpace: 'nowrap' });
export const work = column('34%', '14rem');
export const error = column('30%', '12rem');
/** A phone hides empty cells. */
export const nothing = cell({ '@media': { [media.phone]: { display: 'none' } } });

export const strong = style({ fontWeight: weight.bold });
/** The text below the first line of a cell. */
export const below = style({ display: 'block', color: color.muted, fontSize: text.small });
export const sums = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${space[4]}` });
export const sum = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[2],
  minHeight: '2rem',
  color: color.ink,
  fontWeight: weight.medium,
  textDecoration: 'none',
  '@media': { [media.phone]: { minHeight: '2.75rem' } },
});
export const summary = style({ cursor: 'pointer' });
