import { globalStyle, style } from '@vanilla-extract/css';
import { BESIDE } from '~/ui/dialog.css';
import { iconRules } from '~/ui/icons';
import { column, foot, inline, line, middle, oneLine, outlined, hiddenFromSight, wrap } from '~/ui/patterns';
import { color, media, pixels, radius, shadow, space, target, text, weight } from '~/ui/tokens.css';

/** Words that a panel has no space for. Their button has them in its name. */
const noSpace = { '@media': { [BESIDE]: hiddenFromSight } } as const;
export const long = style(noSpace);
/** Only a panel has a map above it. */
export const mapSize = style({ display: 'none', '@media': { [BESIDE]: line(space[1]) } });
export const contact = style({ ...wrap(`0 ${space[2]}`), '@media': { [BESIDE]: { flexWrap: 'nowrap' } } });
globalStyle(`${contact} > *`, { '@media': { [BESIDE]: { flex: 'none' } } });
// High enough to be clicked easily, in a lower line.
globalStyle(`${contact} > a`, { ...inline('0'), minHeight: '1.5rem', marginBlock: `-${space[1]}` });
export const position = style({
  '@media': { [BESIDE]: { selectors: { [`${contact} > &`]: { ...oneLine, flex: '1 1 0', minWidth: 0 } } } },
});
export const says = style(column(space[2]));
globalStyle(`${says}:not(:empty)`, { paddingBlock: space[2] });
export const start = style({ paddingTop: space[2] });

const small = { minHeight: '1.75rem', paddingInline: space[2], fontSize: text.small };
export const tabs = style({});
globalStyle(`${tabs} a`, {
  '@media': {
    [BESIDE]: { minHeight: '2rem', padding: `0 ${space[1]}`, fontSize: text.small },
    // All in one line, each with its count below.
    [media.phone]: {
      flex: '1 0 auto',
      flexDirection: 'column',
      justifyContent: 'center',
      gap: 0,
      minHeight: target.touch,
      padding: `${space[1]} ${space[1]}`,
      fontSize: text.small,
    },
  },
});
/** The one line with all buttons for the list. */
export const toolbar = style({
  ...wrap(space[2]),
  paddingBlock: space[2],
  '@media': { [BESIDE]: { gap: space[1], flex: 'none', minHeight: '2.125rem', paddingBlock: pixels[2] } },
});
globalStyle(`${toolbar} :is(a, button, summary, h3)`, { '@media': { [BESIDE]: small } });
globalStyle(`${toolbar} h3`, { '@media': { [BESIDE]: { paddingInline: 0 } } });
export const tools = style({ display: 'contents' });
globalStyle(`${tools} h3 > span`, noSpace);
globalStyle(`${tools} > details`, { '@media': { [BESIDE]: { paddingInline: 0 } } });
// With its border it is as high as the buttons.
globalStyle(`${tools} summary`, {
  '@media': { [BESIDE]: { minHeight: 'calc(1.75rem - 2px)', paddingBlock: pixels[1] } },
});
globalStyle(`${tools} > details[open]`, { flexBasis: '100%', '@media': { [BESIDE]: { padding: space[2] } } });
// The buttons for the chosen tasks take the place of the tools, so that no row moves.
globalStyle(`${toolbar}[data-chosen] > ${tools} > :not([open])`, {
  '@media': { [BESIDE]: { display: 'none' } },
});
export const bar = style({
  ...wrap(space[2]),
  '@media': {
    [BESIDE]: { gap: space[1] },
    [media.phone]: {
      // Within reach of the chosen row.
      selectors: {
        '[data-chosen] > &': {
          position: 'fixed',
          insetInline: 0,
          bottom: 0,
          zIndex: 2,
          padding: space[3],
          background: color.surface,
          borderTop: `1px solid ${color.line}`,
        },
      },
    },
  },
});
globalStyle(`${toolbar}[data-chosen] ~ div > ol`, {
  '@media': { [media.phone]: { marginBottom: `calc(4 * ${space[8]})` } },
});

/** The height of a stop. Ten fit below the map of a panel in a window of 625 pixels. */
const ROW = '1.5625rem';
export const list = style({ borderTop: `1px solid ${color.line}`, ':empty': { borderTop: 0 } });
// A list without an order has no column for numbers.
export const unordered = style({});
export const stop = style({
  display: 'grid',
  gridTemplateColumns: '1rem 1.5rem 1.75rem minmax(0, 1fr) auto 1.75rem',
  alignItems: 'start',
  columnGap: pixels[2],
  borderBottom: `1px solid ${color.line}`,
  // Browsers lay out and paint only the visible part of a long list.
  contentVisibility: 'auto',
  containIntrinsicSize: `auto ${ROW}`,
  background: color.surface,
  ':hover': { background: color.page },
  selectors: {
    '&[data-lifted]': { opacity: 0.5 },
    '&[data-drop="before"]': { boxShadow: `0 -3px 0 ${color.focus}` },
    '&[data-drop="after"]': { boxShadow: `0 3px 0 ${color.focus}` },
  },
  '@media': {
    [media.phone]: { gridTemplateColumns: '0 2.25rem 2rem minmax(0, 1fr) auto 2.5rem' },
  },
});
globalStyle(`${unordered} > li`, {
  gridTemplateColumns: '1rem 1.5rem 0 minmax(0, 1fr) auto 1.75rem',
  '@media': { [media.phone]: { gridTemplateColumns: '0 2.25rem 0 minmax(0, 1fr) auto 2.5rem' } },
});
// The row of the board under a dragged stop.
globalStyle('[data-driver-id][data-drop]', {
  outline: `3px dashed ${color.focus}`,
  outlineOffset: '-3px',
});
export const ghost = style({
  position: 'fixed',
  top: 0,
  left: 0,
  zIndex: 60,
  maxWidth: '18rem',
  padding: `${space[2]} ${space[3]}`,
  ...outlined(color.focus),
  boxShadow: shadow,
  background: color.surface,
  color: color.ink,
  fontWeight: weight.bold,
  pointerEvents: 'none',
});
const cell = {
  ...middle,
  height: ROW,
} as const;
const tall = { [media.phone]: { height: target.touch } };
// With a mouse, a row shows its handle and its menu when the pointer or the focus is in it.
const atHand = {
  '@media': {
    '(hover: hover)': { selectors: { [`${stop}:not(:hover, :focus-within) > &`]: { opacity: 0 } } },
  },
};
export const handle = style({
  ...cell,
  color: color.muted,
  cursor: 'grab',
  '::before': iconRules('gripVertical', '1em'),
  userSelect: 'none',
  // A finger on the handle drags. Elsewhere it scrolls the list.
  touchAction: 'none',
  '@media': { ...atHand['@media'], [media.phone]: { visibility: 'hidden' } },
});
export const check = style({ ...cell, cursor: 'pointer', '@media': tall });
export const place = style({ ...cell, '@media': tall });
export const number = style({
  ...middle,
  width: '1.5rem',
  height: '1.5rem',
  padding: 0,
  border: `1px solid ${color.muted}`,
  borderRadius: '999px',
  background: color.surface,
  textAlign: 'center',
  fontSize: text.small,
  fontWeight: weight.bold,
  '@media': { [media.phone]: { selectors: { 'span&': { marginTop: space[3] } } } },
  selectors: {
    'span&': { alignSelf: 'start', marginLeft: pixels[2], borderColor: 'transparent' },
    'span&:empty': { width: 0, margin: 0, visibility: 'hidden' },
    '&[data-going]': { background: color.going, color: color.onTone },
  },
});
/** The name and what is to do there, in one line; on a phone in two. */
export const what = style({
  display: 'flex',
  alignItems: 'baseline',
  columnGap: space[2],
  minWidth: 0,
  minHeight: ROW,
  padding: `0 ${space[1]}`,
  color: color.ink,
  lineHeight: ROW,
  textDecoration: 'none',
  ':focus-visible': { outlineOffset: '-2px' },
  '@media': {
    [media.phone]: {
      flexDirection: 'column',
      alignItems: 'stretch',
      justifyContent: 'center',
      minHeight: target.touch,
      padding: `${pixels[2]} ${space[2]}`,
      lineHeight: 1.3,
    },
    [media.low]: { flexDirection: 'column', lineHeight: 1.3 },
  },
});
export const several = style({ minWidth: 0 });
globalStyle(`${several}[open]`, { gridColumn: '4 / -1', paddingBottom: space[1] });
// In an open stop the tasks show their own times, and the menu stays in the first line.
globalStyle(`${several}[open] ~ span`, { display: 'none' });
globalStyle(`${several}[open] ~ button`, { gridArea: '1 / 6' });
globalStyle(`${several}[open] > summary`, { marginRight: space[8] });
globalStyle(`${several} > summary`, { cursor: 'pointer', listStyle: 'none' });
globalStyle(`${several} > summary::-webkit-details-marker`, { display: 'none' });
const fold = `${several} > summary > span:first-child::before`;
globalStyle(fold, { ...iconRules('chevronRight', '1em'), color: color.muted });
globalStyle(`${several}[open] > summary > span:first-child::before`, iconRules('chevronDown', '1em'));
export const title = style({
  ...oneLine,
  flex: '0 0 auto',
  maxWidth: '70%',
  fontWeight: weight.bold,
  '@media': { ...oneLine['@media'], [BESIDE]: { fontSize: text.small } },
});
export const sub = style({
  ...oneLine,
  // It is cut before the name is.
  flex: '1 1 0',
  minWidth: 0,
  color: color.muted,
  fontSize: text.small,
});
const stacked = {
  '@media': {
    [media.phone]: { flex: 'none', maxWidth: '100%' },
    [media.low]: { flex: 'none', maxWidth: '100%' },
  },
};
globalStyle(`${what} > ${title}, ${what} > ${sub}`, stacked);
// A phone has no space beside the name, but below it.
globalStyle(`${what} > ${title}`, {
  '@media': { [media.phone]: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
});
export const wrote = style({
  color: color.ink,
  fontWeight: weight.bold,
  '::before': { ...iconRules('mail', '1em'), marginRight: space[1] },
});
export const urgent = style({ color: color.urgent, fontWeight: weight.bold });
export const going = style({ color: color.going, fontWeight: weight.bold });
export const waiting = style({ padding: `0 ${space[2]}`, color: color.muted, fontSize: text.small });
/** The column of times. */
export const when = style({
  minHeight: ROW,
  paddingLeft: space[1],
  fontSize: text.small,
  lineHeight: ROW,
  textAlign: 'right',
  whiteSpace: 'nowrap',
  '@media': { [media.phone]: { lineHeight: target.touch } },
});
export const arrival = style({
  selectors: { '&[data-late]': { color: color.urgent, fontWeight: weight.bold } },
});
export const due = style({ color: color.ink, fontWeight: weight.bold });
export const menu = style({
  ...cell,
  width: '1.75rem',
  padding: 0,
  border: 0,
  borderRadius: radius,
  background: 'transparent',
  color: color.ink,
  cursor: 'pointer',
  '::before': iconRules('ellipsis'),
  ':hover': { background: color.line },
  '@media': {
    ...atHand['@media'],
    [media.phone]: { width: target.touch, height: target.touch, marginLeft: `-${space[2]}` },
  },
});
export const all = style({
  ...inline(space[2]),
  minHeight: '1.75rem',
  fontSize: text.small,
  cursor: 'pointer',
  '@media': {
    '(scripting: none)': { display: 'none' },
    // Above the checkboxes of the rows.
    [BESIDE]: {
      position: 'relative',
      justifyContent: 'center',
      width: '1.5rem',
      marginLeft: 'calc(5px + 1rem + 2px)',
    },
    [media.phone]: { minHeight: target.touch, paddingLeft: space[4] },
  },
});
/** In a panel only the rows scroll, so that the foot covers none of them. */
export const rows = style({
  '@media': { [BESIDE]: { flex: '1 1 0', minHeight: '12rem', overflowY: 'auto' } },
});

/** A stop while the order is edited. Twelve fit in a panel in a window of 625 pixels. */
export const edited = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'center',
  columnGap: space[1],
  background: color.surface,
  '@media': { [media.phone]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' } },
});
globalStyle(`${edited} > ${what}`, { '@media': { [media.phone]: { gridColumn: '2 / -1' } } });
globalStyle(`${edited} > form`, {
  gridArea: '1 / 4',
  padding: pixels[1],
  '@media': { [media.phone]: { gridArea: '2 / 3' } },
});
globalStyle(`${edited} > form > button`, { '@media': { [BESIDE]: small } });
/** The tasks of a stop. Their number is between the name and the buttons. */
export const members = style({
  gridArea: '1 / 3',
  alignSelf: 'center',
  fontSize: text.small,
  selectors: { '&[open]': { gridArea: '2 / 1 / auto / -1', padding: space[1] } },
  '@media': { [media.phone]: { gridArea: '2 / 1 / auto / span 2', paddingLeft: space[2] } },
});
globalStyle(`${members} > summary`, { minHeight: '1.5rem', cursor: 'pointer' });
/** Cancel and Save Order. */
export const save = style({
  ...foot,
  ...line(space[2]),
  zIndex: 1,
  justifyContent: 'end',
  marginTop: 'auto',
  paddingBlock: space[1],
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
});
