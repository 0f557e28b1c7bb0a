import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { iconRules } from './icons';
import { line, middle, oneLine, outlined } from './patterns';
import { color, media, radius, space, target, text, veil } from './tokens.css';

/** Before JavaScript a dialog is not modal. This covers the page behind it. */
const cover = style({ position: 'fixed', inset: 0, zIndex: 30, background: veil });

/**
 * Windows in which a dialog may be a panel beside its page. Without JavaScript it stays a dialog, because a panel could
 * not be closed in place.
 */
export const BESIDE = 'screen and (scripting: enabled) and (min-width: 1200px) and (min-height: 480px)';

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

/** In the second column of its page's grid, below the map there. */
const beside = {
  position: 'relative',
  inset: 'auto',
  gridArea: '3 / 2',
  alignSelf: 'stretch',
  zIndex: 1,
  width: 'auto',
  maxWidth: 'none',
  height: 'auto',
  maxHeight: 'none',
  minWidth: 0,
  minHeight: 0,
  margin: 0,
} as const;
/** A panel beside its page. */
export const panel = style({
  '@media': {
    [BESIDE]: { ...beside, selectors: { '&[open]': { display: 'flex', flexDirection: 'column' } } },
  },
});
// The content fills the panel, so that a foot is at the bottom.
const filled = { display: 'flex', flexDirection: 'column', flex: '1 0 auto' } as const;
globalStyle(`${panel} > div:last-child`, {
  '@media': { [BESIDE]: { ...filled, padding: `0 ${space[2]}` } },
});
globalStyle(`${panel} > div:last-child > :last-child`, { '@media': { [BESIDE]: filled } });
export const covers = styleVariants({
  modal: [cover],
  panel: [cover, { '@media': { [BESIDE]: { display: 'none' } } }],
});
globalStyle(`${panel}[data-map="large"] > div:last-child`, { '@media': { [BESIDE]: { display: 'none' } } });

export const head = style({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  alignItems: 'start',
  gap: space[3],
  padding: `${space[3]} ${space[4]}`,
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
  '@media': { [media.low]: { position: 'static' } },
});
globalStyle(`${panel} > ${head}`, {
  '@media': {
    [BESIDE]: {
      alignItems: 'center',
      gap: space[2],
      flex: 'none',
      height: '2.75rem',
      padding: `0 ${space[2]}`,
    },
  },
});
// Aligned with the close button.
export const heading = style({ flex: 1, minWidth: 0, paddingTop: space[1] });
globalStyle(`${panel} ${heading}`, { paddingTop: 0 });
globalStyle(`${panel} h2`, { '@media': { [BESIDE]: { ...oneLine, fontSize: text.body, lineHeight: 1.3 } } });
export const close = style({
  ...middle,
  flex: 'none',
  width: target.row,
  height: target.row,
  margin: `-${space[1]} -${space[2]} -${space[1]} 0`,
  borderRadius: radius,
  color: color.muted,
  textDecoration: 'none',
  '::before': iconRules('x', '1.25rem'),
  '@media': { [media.phone]: { width: target.touch, height: target.touch } },
});
export const actions = style(line(space[1]));
export const description = style({ color: color.muted });
globalStyle(`${panel} ${description}`, { '@media': { [BESIDE]: { fontSize: text.small, lineHeight: 1.3 } } });
export const body = style({ padding: space[4] });

// The title gets the focus only so that screen readers start there.
globalStyle('dialog h2:focus-visible', { outline: 'none' });
// An attribute, because `:has(dialog:modal)` makes browsers search the whole page at every change.
globalStyle('html[data-modal]', { overflow: 'hidden' });
