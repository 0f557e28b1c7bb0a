import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { line, stretched, wrap } from '~/ui/patterns';
import { color, media, pixels, space, target, text, weight } from '~/ui/tokens.css';

export const note = style({ margin: 0, color: color.muted, fontSize: text.small });
export const late = style({ color: color.urgent, fontSize: text.small, fontWeight: weight.bold });
export const list = style({ margin: 0, padding: 0, listStyle: 'none' });

export const left = style({ selectors: { '&[open]': { width: '100%' } } });
export const summary = style({ cursor: 'pointer' });
export const whose = style({ padding: `${space[1]} 0`, cursor: 'pointer' });
globalStyle(`${left} summary`, {
  fontWeight: weight.bold,
  cursor: 'pointer',
  '@media': { [media.phone]: { padding: `${space[3]} 0` } },
});
globalStyle(`${left} li`, { padding: `${pixels[2]} 0` });

/** Apply stays visible. On a phone the other buttons are in a line above it, which scrolls away. */
export const pageBar = style({
  ...wrap(space[2]),
  position: 'sticky',
  top: 0,
  zIndex: 2,
  margin: `-${space[1]} 0`,
  padding: `${space[1]} 0`,
  background: color.page,
  '@media': {
    [media.phone]: { top: `calc(-1 * (${target.touch} + ${space[2]}))` },
    [media.low]: { position: 'static' },
  },
});
export const links = style({
  display: 'flex',
  gap: space[2],
  marginLeft: 'auto',
  order: 1,
  '@media': { [media.phone]: { order: -1, width: '100%', marginLeft: 0 } },
});
export const apply = style({
  order: 2,
  '@media': { [media.phone]: { marginLeft: 'auto' } },
});

export const made = style([note, { '@media': { [media.phone]: { order: 3, width: '100%' } } }]);

/** One line for each answer. On a phone each is a card with its figures in three columns. */
export const answers = style({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.phone]: { display: 'block' } },
});
globalStyle(`${answers} th, ${answers} td`, {
  padding: `0 ${space[2]}`,
  textAlign: 'right',
  whiteSpace: 'nowrap',
});
globalStyle(`${answers} th`, {
  height: '1.75rem',
  color: color.muted,
  fontSize: text.small,
  fontWeight: weight.bold,
});
globalStyle(`${answers} td`, { height: '1.625rem', borderTop: `1px solid ${color.line}` });
globalStyle(`${answers} :is(th, td):first-child`, {
  width: '100%',
  maxWidth: 0,
  paddingLeft: space[4],
  overflow: 'hidden',
  textAlign: 'left',
  textOverflow: 'ellipsis',
});
globalStyle(`${answers} :is(th, td):last-child`, { paddingRight: space[4] });
globalStyle(`${answers} tr`, { position: 'relative' });
globalStyle(`${answers} tr[data-current]`, {
  boxShadow: `inset 3px 0 ${color.focus}`,
  background: color.page,
});
globalStyle(`${answers} thead`, { '@media': { [media.phone]: { display: 'none' } } });
globalStyle(`${answers} tbody`, { '@media': { [media.phone]: { display: 'block' } } });
globalStyle(`${answers} tr`, {
  '@media': {
    [media.phone]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(3, 1fr)',
      gap: `${space[1]} ${space[2]}`,
      padding: `${space[2]} ${space[4]}`,
      borderTop: `1px solid ${color.line}`,
    },
  },
});
globalStyle(`${answers} td, ${answers} td:first-child, ${answers} td:last-child`, {
  '@media': { [media.phone]: { height: 'auto', padding: 0, border: 0, textAlign: 'left' } },
});
globalStyle(`${answers} td:first-child`, {
  '@media': {
    [media.phone]: { gridColumn: '1 / -1', width: 'auto', maxWidth: 'none', whiteSpace: 'normal' },
  },
});
globalStyle(`${answers} td[data-none]`, { '@media': { [media.phone]: { display: 'none' } } });
globalStyle(`${answers} td[data-label]::before`, {
  '@media': {
    [media.phone]: {
      content: 'attr(data-label)',
      display: 'block',
      color: color.muted,
      fontSize: text.small,
      fontWeight: weight.normal,
    },
  },
});
export const about = style([note, { '@media': { [media.phone]: { display: 'block' } } }]);
export const below = style([
  note,
  {
    ...wrap(`0 ${space[4]}`),
    padding: `0 ${space[4]}`,
    borderTop: `1px solid ${color.line}`,
    ':empty': { display: 'none' },
  },
]);
globalStyle(`${below} p`, { margin: 0 });
/** A click on any part of the line chooses it. */
export const choose = style({ ...stretched, fontWeight: weight.bold });
export const same = style({ color: 'inherit', textDecoration: 'underline' });
export const chosen = style({ color: color.focus, fontSize: text.small, fontWeight: weight.bold });
export const badFigure = style({ color: color.urgent, fontWeight: weight.bold });

/** The drivers, and beside them the map, which stays visible. */
export const beside = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [media.desk]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(20rem, 34%)', alignItems: 'start' },
  },
});
export const mapPlace = style({
  minWidth: 0,
  '@media': { [media.desk]: { position: 'sticky', top: '3rem' } },
});
export const map = style({
  height: 'min(34rem, calc(100vh - 9rem))',
  minHeight: '16rem',
  overflow: 'hidden',
});
export const mapNote = style([note, { padding: space[4] }]);

export const accept = style({ minWidth: 0 });
// Five drivers are in sight on an office PC that shows 625 px.
globalStyle(`${accept} section > :first-child`, {
  '@media': { [media.desk]: { padding: `${space[1]} ${space[4]}` } },
});

export const legend = style({
  ...wrap(space[4]),
  justifyContent: 'space-between',
  padding: `${space[2]} ${space[4]}`,
  borderTop: `1px solid ${color.line}`,
  color: color.muted,
  fontSize: text.small,
});
globalStyle(`${legend} p`, { margin: 0 });
export const looks = style([list, wrap(space[3])]);
export const look = style(line(space[1]));
export const sample = style({ width: '1rem', height: '0.75rem' });

const columns = 'minmax(10rem, 15rem) minmax(0, 1fr)';
const barColumns = '2.25rem minmax(0, 1fr) 5.75rem';
/** The hours above the bars. */
export const axis = style({
  paddingLeft: `calc(15rem + ${space[4]} * 2 + 2.25rem + ${space[2]})`,
  paddingRight: `calc(${space[4]} + 5.75rem + ${space[2]})`,
  '@media': {
    [media.phone]: { paddingLeft: `calc(${space[4]} + 2.25rem + ${space[2]})` },
  },
});
export const driver = style({
  display: 'grid',
  gridTemplateColumns: columns,
  gap: space[4],
  padding: `${space[1]} ${space[4]}`,
  borderTop: `1px solid ${color.line}`,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: space[1] } },
});
export const who = style({ ...line(space[2]), minHeight: space[6] });
/** The changes of a list, and a link to the map at the end of the line. */
export const sub = style([note, { display: 'flex', justifyContent: 'space-between', gap: space[2] }]);
globalStyle(`${who} label`, {
  minHeight: space[6],
  '@media': { [media.phone]: { minHeight: target.touch } },
});
export const staying = style({
  padding: `${space[1]} ${space[4]}`,
  borderTop: `1px solid ${color.line}`,
  cursor: 'pointer',
});
export const onMap = style({ flex: 'none', color: color.focus });
export const bars = style({ display: 'grid', alignContent: 'center', minWidth: 0 });
export const bar = style({
  display: 'grid',
  gridTemplateColumns: barColumns,
  gap: space[2],
  alignItems: 'center',
});
export const finish = style({
  fontSize: text.small,
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
});
export const chart = style({ display: 'block', width: '100%', height: '18px', overflow: 'hidden' });
export const hours = style({ display: 'block', width: '100%', height: '18px', overflow: 'visible' });
export const hourText = style({
  fill: color.muted,
  fontSize: text.small,
  textAnchor: 'middle',
  // A phone has space for every second hour.
  '@media': { [media.phone]: { selectors: { '&:nth-child(even)': { display: 'none' } } } },
});
export const hour = style({ stroke: color.line, strokeWidth: 1 });
export const drive = style({ stroke: color.muted, strokeWidth: 2 });
export const offDuty = style({ fill: color.line, opacity: 0.6 });
export const segment = styleVariants({
  stop: { fill: color.assigned },
  came: { fill: color.surface, stroke: color.pickup, strokeWidth: 2 },
  going: { fill: color.going },
  late: { fill: color.urgent },
  break: { fill: color.surface, stroke: color.muted, strokeWidth: 1.5, strokeDasharray: '3 2' },
});
export const number = style({
  fill: color.onTone,
  fontSize: text.tiny,
  fontWeight: weight.bold,
  textAnchor: 'middle',
  pointerEvents: 'none',
  '@media': { [media.phone]: { display: 'none' } },
});
// New stops are hollow.
globalStyle(`${segment.came} + ${number}`, { fill: color.pickup });
