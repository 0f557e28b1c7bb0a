import { globalStyle, style } from '@vanilla-extract/css';
import { table as plain } from '~/ui/table.css';
import { color, media, space, text, weight } from '~/ui/tokens.css';

/** On a phone the driver and the button come first, with the figures side by side below. */
export const table = style([plain]);
globalStyle(`${table} td`, { '@media': { [media.desk]: { whiteSpace: 'nowrap' } } });
// A long name wraps, so that the button stays visible.
globalStyle(`${table} td:first-child`, {
  overflowWrap: 'break-word',
  '@media': { [media.desk]: { width: '36%', minWidth: '9rem', whiteSpace: 'normal' } },
});
globalStyle(`${table} tr`, {
  '@media': {
    [media.phone]: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      gap: `${space[1]} ${space[3]}`,
    },
  },
});
globalStyle(`${table} td`, { '@media': { [media.phone]: { order: 2, padding: 0, border: 0 } } });

export const driver = style({
  fontWeight: weight.bold,
  '@media': { [media.phone]: { flex: '1 1 calc(100% - 9rem)' } },
});
globalStyle(`${table} ${driver}`, { '@media': { [media.phone]: { order: 0 } } });
export const act = style({ textAlign: 'right' });
globalStyle(`${table} ${act}`, { '@media': { [media.phone]: { order: 1 } } });
/** Takes the space that the other columns leave. */
export const rest = style({});
globalStyle(`${table} ${rest}`, {
  width: '100%',
  minWidth: '9rem',
  overflowWrap: 'break-word',
  whiteSpace: 'normal',
  '@media': { [media.phone]: { width: 'auto', minWidth: 0 } },
});
export const late = style({ color: color.urgent, fontWeight: weight.bold });
export const source = style({ color: color.muted, fontSize: text.small });
export const offDuty = style([source, { display: 'block', fontWeight: weight.normal }]);
/** Replaces the name of a column, which a phone does not show. */
export const word = style({ display: 'none', '@media': { [media.phone]: { display: 'inline' } } });
