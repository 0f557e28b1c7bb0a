import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { outlined } from './patterns';
import { color, media, radius, space, target, veil } from './tokens.css';

/** Before JavaScript a dialog is not modal; this covers what is behind it. */
export const cover = style({ position: 'fixed', inset: 0, zIndex: 30, background: veil });

const dialog = style({
  position: 'fixed',
  inset: 0,
  zIndex: 31,
  margin: 'auto',
  padding: 0,
  width: '100%',
  height: 'fit-content',
  maxHeight: 'calc(100dvh - 2rem)',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  ...outlined(),
  background: color.surface,
  color: color.ink,
  '::backdrop': { background: veil },
  '@media': {
    [media.phone]: {
      maxWidth: '100%',
      maxHeight: '100dvh',
      height: '100dvh',
      margin: 0,
      border: 0,
      borderRadius: 0,
    },
  },
});
export const size = styleVariants({
  small: [
    dialog,
    { maxWidth: '420px', '@media': { [media.phone]: { height: 'fit-content', margin: 'auto 0 0' } } },
  ],
  form: [dialog, { maxWidth: '600px' }],
  large: [dialog, { maxWidth: '860px' }],
  wide: [dialog, { maxWidth: '1200px' }],
});

export const head = style({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: space[3],
  padding: `${space[3]} ${space[4]}`,
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
});
// In one line with the sign that closes it.
export const heading = style({ minWidth: 0, paddingTop: '0.375rem' });
export const close = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  width: target.row,
  height: target.row,
  margin: `-${space[1]} -${space[2]} -${space[1]} 0`,
  borderRadius: radius,
  color: color.muted,
  fontSize: '1.5rem',
  textDecoration: 'none',
  '@media': { [media.phone]: { width: target.touch, height: target.touch } },
});
export const description = style({ color: color.muted });
export const body = style({ padding: space[4] });

// Focus stands on the title only to be read out from there.
globalStyle('dialog h2:focus-visible', { outline: 'none' });
globalStyle('html:has(dialog:modal)', { overflow: 'hidden' });
