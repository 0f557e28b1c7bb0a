import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { column, line, outlined, wrap } from '~/ui/patterns';
import { color, media, radius, space, text, pixels, weight } from '~/ui/tokens.css';

export const note = style({ margin: 0, color: color.muted, fontSize: text.small });
export const late = style({ color: color.urgent, fontSize: text.small, fontWeight: weight.bold });
export const list = style({ margin: 0, padding: 0, listStyle: 'none' });

export const left = style({ marginTop: space[3] });
export const summary = style({ cursor: 'pointer' });
export const whose = style({ padding: `${space[1]} 0`, cursor: 'pointer' });
globalStyle(`${left} summary`, {
  padding: `${space[1]} 0`,
  fontWeight: weight.medium,
  cursor: 'pointer',
  '@media': { [media.phone]: { padding: `${space[3]} 0` } },
});
globalStyle(`${left} li`, { padding: `${pixels[2]} 0` });

export const before = style([note, { marginBottom: space[3] }]);
export const answers = style([
  list,
  {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(16rem, 100%), 1fr))',
    gap: space[3],
    fontVariantNumeric: 'tabular-nums',
  },
]);
export const answer = style({
  position: 'relative',
  ...column(space[1]),
  padding: space[3],
  ...outlined(),
  selectors: {
    '&[data-current]': { borderColor: color.focus, boxShadow: `inset 0 0 0 1px ${color.focus}` },
  },
});
export const name = style({ ...wrap(space[2]), justifyContent: 'space-between', fontSize: text.large });
/** A click on any part of the card chooses it. */
export const choose = style({
  '::after': { content: '""', position: 'absolute', inset: 0 },
  selectors: {
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
  },
});
export const chosen = style({ color: color.focus, fontSize: text.small, fontWeight: weight.medium });
export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, auto)',
  gap: `${space[1]} ${space[2]}`,
  margin: 0,
});
export const figure = style({ margin: 0, fontWeight: weight.bold, whiteSpace: 'nowrap' });
export const badFigure = style([figure, { color: color.urgent }]);

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
  '@media': { [media.desk]: { position: 'sticky', top: space[3] } },
});
export const map = style({
  height: 'min(34rem, calc(100vh - 9rem))',
  minHeight: '16rem',
  overflow: 'hidden',
});
export const mapNote = style([note, { padding: space[4] }]);

/** Apply stays visible even with many drivers. */
export const accept = style({ minWidth: 0 });
globalStyle(`${accept} section > :first-child`, {
  position: 'sticky',
  top: 0,
  zIndex: 1,
  borderRadius: `${radius} ${radius} 0 0`,
  background: color.surface,
  '@media': { [media.low]: { position: 'static' } },
});

export const legend = style({
  ...wrap(space[4]),
  justifyContent: 'space-between',
  padding: `${space[2]} ${space[4]}`,
  color: color.muted,
  fontSize: text.small,
});
globalStyle(`${legend} p`, { margin: 0 });
export const looks = style([list, wrap(space[3])]);
export const look = style(line(space[1]));
export const sample = style({ width: '1rem', height: '0.75rem' });

const columns = 'minmax(10rem, 13rem) minmax(0, 1fr)';
const barColumns = '2.25rem minmax(0, 1fr) 5.75rem';
/** The hours above the bars. */
export const axis = style({
  paddingLeft: `calc(13rem + ${space[4]} * 2 + 2.25rem + ${space[2]})`,
  paddingRight: `calc(${space[4]} + 5.75rem + ${space[2]})`,
  '@media': {
    [media.phone]: { paddingLeft: `calc(${space[4]} + 2.25rem + ${space[2]})` },
  },
});
export const driver = style({
  display: 'grid',
  gridTemplateColumns: columns,
  gap: space[4],
  padding: `${space[2]} ${space[4]}`,
  borderTop: `1px solid ${color.line}`,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: space[1] } },
});
export const unchanged = style({ display: 'block', padding: `${space[1]} 0` });
export const words = style([note]);
export const onMap = style({ color: color.focus });
export const bars = style({ display: 'grid', gap: space[1], alignContent: 'center', minWidth: 0 });
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
export const chart = style({ display: 'block', width: '100%', height: '22px', overflow: 'hidden' });
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
