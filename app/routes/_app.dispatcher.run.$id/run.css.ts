import { globalStyle, style } from '@vanilla-extract/css';
import { BESIDE } from '~/ui/dialog.css';
import { iconRules } from '~/ui/icons';
import { column, foot as atFoot, line as inLine, oneLine, outlined, wrap } from '~/ui/patterns';
import { color, lifted, media, pixels, radius, space, target, text, weight } from '~/ui/tokens.css';

export const about = style({ ...wrap(`0 ${space[1]}`), position: 'relative' });
globalStyle(`${about} > :not(:first-child)::before`, { content: '"· "' });
export const driver = style({});
globalStyle(`${driver} > summary`, {
  display: 'inline',
  color: color.ink,
  fontWeight: weight.medium,
  cursor: 'pointer',
  listStyle: 'none',
});
globalStyle(`${driver} > summary::after`, iconRules('chevronDown', '1em'));
globalStyle(`${driver}[open]::before`, { content: '"· "' });
export const driverForm = style({
  ...inLine(space[2]),
  alignItems: 'flex-end',
  position: 'absolute',
  zIndex: 2,
  insetInlineStart: 0,
  top: '100%',
  width: 'max-content',
  maxWidth: '100%',
  padding: space[3],
  ...outlined(),
  background: color.surface,
  boxShadow: lifted,
  fontSize: text.body,
});
globalStyle(`${driverForm} > :not(button)`, { flex: '1 1 12rem' });

/** The time that is left is a bar at its lower edge. */
export const deadline = style({
  position: 'relative',
  ...wrap(`0 ${space[1]}`),
  padding: `${space[1]} ${space[2]}`,
  borderRadius: radius,
  background: color.page,
  fontSize: text.small,
});
globalStyle(`${deadline} > b`, { fontSize: text.body });
export const soon = style([
  deadline,
  { color: color.nextRoute, background: `color-mix(in srgb, ${color.nextRoute} 12%, ${color.surface})` },
]);
export const left = style({
  position: 'absolute',
  insetInlineStart: 0,
  bottom: 0,
  height: pixels[2],
  background: 'currentcolor',
});
export const figures = style({ ...wrap(`0 ${space[4]}`), fontSize: text.small, color: color.muted });
globalStyle(`${figures} b`, { color: color.ink, fontSize: text.body });

export const list = style({ '@media': { [BESIDE]: { margin: `0 -${space[2]}` } } });
export const stops = style({ listStyle: 'none', padding: 0, margin: 0 });
globalStyle(`${stops} > li`, { borderTop: `1px solid ${color.line}` });
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'stretch',
  ':hover': { background: color.page },
});
export const check = style({
  ...inLine('0'),
  gridRow: 1,
  justifyContent: 'center',
  width: target.dense,
  cursor: 'pointer',
  '@media': { [media.phone]: { width: target.row } },
});
export const line = style({
  gridColumn: '2',
  display: 'grid',
  gridTemplateColumns: '1.25rem minmax(0, 1.2fr) minmax(0, 1fr) minmax(6.25rem, auto)',
  alignItems: 'center',
  columnGap: space[2],
  minHeight: '1.8125rem',
  padding: `0 ${space[2]} 0 0`,
  color: color.ink,
  fontSize: text.small,
  textDecoration: 'none',
  '@media': {
    [media.phone]: {
      gridTemplateColumns: '1.25rem minmax(0, 1fr) auto',
      minHeight: target.touch,
      padding: `${space[1]} ${space[1]} ${space[1]} 0`,
    },
  },
});
export const number = style({
  color: color.muted,
  fontWeight: weight.bold,
  textAlign: 'right',
  '@media': { [media.phone]: { gridRow: '1 / 3' } },
});
export const place = style(oneLine);
globalStyle(`${place} > span`, { color: color.muted });
export const what = style({
  ...oneLine,
  '@media': { ...oneLine['@media'], [media.phone]: { gridRow: 2, gridColumn: '2 / -1' } },
});
globalStyle(`${what} > span:last-child`, { color: color.muted });
export const time = style({ textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });
export const alert = style({ color: color.urgent, fontWeight: weight.bold });
export const trouble = style({
  gridColumn: '2',
  ...wrap(`0 ${space[2]}`),
  paddingInlineStart: space[6],
  color: color.muted,
  fontSize: text.small,
});
globalStyle(`${trouble} > span`, { flex: '1 1 10rem' });
export const moveTo = style({
  ...atFoot,
  zIndex: 1,
  ...wrap(space[2]),
  padding: `${space[2]} ${space[2]}`,
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
});
// Without `:has`, browsers always show it.
globalStyle(`${list}:not(:has(input:checked)) > ${moveTo}`, { display: 'none' });
export const foot = style({
  ...atFoot,
  zIndex: 1,
  ...wrap(space[2]),
  margin: `0 -${space[4]} -${space[4]}`,
  padding: `${space[2]} ${space[4]}`,
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
  '@media': {
    ...atFoot['@media'],
    [media.phone]: { flexWrap: 'nowrap', padding: space[2] },
    [BESIDE]: { margin: `auto -${space[2]} 0`, padding: space[2] },
  },
});
globalStyle(`${foot} > button:first-of-type`, { marginRight: 'auto' });
export const late = style({ ...outlined(), padding: space[3] });
globalStyle(`${late} > summary`, { cursor: 'pointer' });
globalStyle(`${late}[open] > summary`, { marginBottom: space[2] });
export const choices = style({
  ...column(space[1]),
  ...outlined(),
  padding: space[2],
  maxHeight: '16rem',
  overflow: 'auto',
});
