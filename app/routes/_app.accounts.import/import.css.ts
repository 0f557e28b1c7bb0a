import { globalStyle, style } from '@vanilla-extract/css';
import { color, media, radius, space, text, weight } from '~/ui/tokens.css';

export const drop = style({
  padding: space[4],
  border: `2px dashed ${color.muted}`,
  borderRadius: radius,
  background: color.page,
  selectors: { '&[data-over]': { borderColor: color.focus, borderStyle: 'solid' } },
});
export const note = style({ color: color.muted, fontSize: text.small, textAlign: 'start' });
export const caption = style({ fontWeight: weight.medium, textAlign: 'start', paddingBottom: space[1] });
export const outcome = style({
  marginBottom: space[4],
  selectors: { '&:empty': { margin: 0 } },
});
export const fileName = style({ overflowWrap: 'anywhere' });

export const table = style({ width: '100%', borderCollapse: 'collapse', fontSize: text.small });
globalStyle(`${table} :is(th, td)`, {
  padding: `${space[1]} ${space[2]}`,
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'start',
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
});
globalStyle(`${table} th`, { whiteSpace: 'nowrap' });
// A phone has space only for the two required columns.
globalStyle(`${table} [data-extra]`, { '@media': { [media.phone]: { display: 'none' } } });
export const line = style({ width: '1%' });

export const bar = style({ width: '100%', height: '1rem', accentColor: color.focus });
export const counts = style({ display: 'flex', flexWrap: 'wrap', gap: space[6] });
export const count = style({ display: 'flex', flexDirection: 'column' });
export const figure = style({ fontSize: text.title, fontWeight: weight.bold });
