import { globalStyle, style } from '@vanilla-extract/css';
import { line } from '~/ui/patterns';
import { color, media, space, target, text, weight } from '~/ui/tokens.css';

export const legend = style({ padding: 0, marginBottom: space[1], fontWeight: weight.medium });
export const meaning = style({ color: color.muted, fontSize: text.small, marginLeft: space[1] });

/** A browser without `:has` always shows it. */
export const onlyForAdmins = style({
  selectors: { 'form:not(:has(input[name="roles"][value="admin"]:checked)) &': { display: 'none' } },
});

export const dealerships = style({ width: '100%', borderCollapse: 'collapse' });
globalStyle(`${dealerships} th`, {
  padding: 0,
  textAlign: 'left',
  fontSize: text.small,
  color: color.muted,
  fontWeight: weight.medium,
});
globalStyle(`${dealerships} td`, { padding: 0, borderTop: `1px solid ${color.line}` });
export const choice = style({
  ...line(space[2]),
  minHeight: target.dense,
  cursor: 'pointer',
  '@media': { [media.phone]: { minHeight: target.touch } },
});
