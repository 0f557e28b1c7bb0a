import { globalStyle, style } from '@vanilla-extract/css';
import { column } from '~/ui/patterns';
import { color, whitePaper, radius, space, target, text } from '~/ui/tokens.css';

// In landscape the buttons are beside the pad, so that no one has to scroll.
const LYING = 'screen and (orientation: landscape) and (max-height: 480px)';
const STANDING = 'screen and (orientation: portrait)';

export const form = style({ ...column(space[2]), fontSize: text.large });
export const sheet = style({
  display: 'grid',
  gap: space[2],
  '@media': { [LYING]: { gridTemplateColumns: 'minmax(0, 1fr) 9rem' } },
});
export const paper = style({ position: 'relative', minWidth: 0 });
export const pad = style({
  display: 'block',
  width: '100%',
  // The lower half of the screen, or more if there is space above the buttons.
  height: 'max(46dvh, 100dvh - 22.25rem)',
  border: `2px dashed ${color.muted}`,
  borderRadius: radius,
  // White in both themes, because the image is dark on white.
  background: whitePaper.white,
  touchAction: 'none',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  cursor: 'crosshair',
  '@media': { [LYING]: { height: 'max(46dvh, 100dvh - 12rem)' } },
});
/** At the top of the pad, which is white in both themes. */
export const hint = style({
  position: 'absolute',
  inset: `${space[2]} ${space[2]} auto`,
  color: whitePaper.muted,
  fontSize: text.small,
  textAlign: 'center',
  pointerEvents: 'none',
});
export const fields = style({
  ...column(space[1]),
  minWidth: 0,
  '@media': { [LYING]: { flexFlow: 'row wrap', alignItems: 'end', columnGap: space[3] } },
});
globalStyle(`${fields} > :first-child`, { '@media': { [LYING]: { flex: '1 1 9rem' } } });
export const instead = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${space[2]}`,
  fontSize: text.body,
});
globalStyle(`${instead} label`, { fontSize: text.body });
globalStyle(`${instead} [data-take]`, { padding: `0 ${space[3]}` });
globalStyle(`${instead} > details[open]`, { flex: '1 0 100%' });
// Chosen photos have separate rows, which are low enough to leave space for the pad.
const WITH_PHOTOS = `${instead} > [data-photos]`;
globalStyle(WITH_PHOTOS, { display: 'contents' });
for (const each of ['div', 'ul', 'label:not([data-take])'])
  globalStyle(`${WITH_PHOTOS} > ${each}`, { flex: '1 0 100%' });
globalStyle(`${WITH_PHOTOS} > ul`, { paddingTop: space[1] });
globalStyle(`${WITH_PHOTOS} li`, { flexDirection: 'row' });
globalStyle(`${WITH_PHOTOS} img`, { width: target.touch, height: target.touch });
globalStyle(`${form}:has(li) ${pad}`, {
  '@media': { [STANDING]: { height: 'max(46dvh, 100dvh - 27rem)' } },
});
// The list of changes needs space too, so the pad is lower.
globalStyle(`dialog:has([role="alert"]) ${pad}`, { '@media': { [STANDING]: { height: '40dvh' } } });
export const buttons = style({
  position: 'sticky',
  bottom: 0,
  display: 'flex',
  gap: space[2],
  margin: `0 -${space[4]} -${space[4]}`,
  padding: `${space[2]} ${space[4]}`,
  background: color.surface,
  '@media': {
    'screen and (max-height: 300px)': { position: 'static' },
    [LYING]: {
      flexDirection: 'column',
      gap: space[4],
      gridColumn: 2,
      gridRow: '1 / 3',
      alignSelf: 'start',
      margin: 0,
      padding: 0,
    },
  },
});
globalStyle(`${buttons} > button`, { minHeight: '3.5rem' });
export const typed = style({
  padding: `${space[3]} 0`,
  color: color.focus,
  lineHeight: space[6], // 48 px with the padding
  cursor: 'pointer',
});
