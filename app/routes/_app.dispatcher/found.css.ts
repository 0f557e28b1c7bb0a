import { style } from '@vanilla-extract/css';
import { stretched } from '~/ui/patterns';
import { color, media, space, text } from '~/ui/tokens.css';

export const found = style({
  borderBottom: `1px solid ${color.line}`,
  background: color.page,
  fontSize: text.small,
});
export const count = style({ padding: `${space[1]} ${space[3]}`, color: color.muted });
const line = style({
  display: 'grid',
  gridTemplateColumns: '6.5rem minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) 4.75rem',
  columnGap: space[3],
  padding: `${space[1]} ${space[3]}`,
  borderTop: `1px solid ${color.line}`,
  overflowWrap: 'anywhere',
});
export const headGroup = style({
  '@media': { [media.phone]: { position: 'absolute', clipPath: 'inset(50%)' } },
});
export const head = style([line, { color: color.muted, fontWeight: 600 }]);
/** On a phone the status and the time are above the place and the driver. */
export const row = style([
  line,
  {
    position: 'relative',
    background: color.surface,
    ':hover': { background: color.page },
    '@media': {
      [media.phone]: {
        gridTemplateColumns: '6.5rem minmax(0, 1fr)',
        gap: `${space[1]} ${space[3]}`,
        padding: space[2],
      },
    },
  },
]);
export const status = style({
  '@media': { [media.phone]: { gridRow: '1 / span 3' } },
});
export const place = style({ color: color.ink, fontWeight: 600, textDecoration: 'none', ...stretched });
export const sub = style({ display: 'block', color: color.muted });
