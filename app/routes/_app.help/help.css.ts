import { globalStyle, style } from '@vanilla-extract/css';
import { column, outlined } from '~/ui/patterns';
import { color, media, space, target, text } from '~/ui/tokens.css';

export const page = style({ maxWidth: '60rem', margin: '0 auto' });
export const search = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 24rem) auto 1fr',
  alignItems: 'end',
  gap: space[2],
  '@media': { [media.phone]: { gridTemplateColumns: '1fr auto' }, print: { display: 'none' } },
});
export const found = style({
  alignSelf: 'center',
  color: color.muted,
  paddingTop: space[5],
  '@media': { [media.phone]: { gridColumn: '1 / -1', padding: 0 } },
});

export const section = style(outlined());
export const summary = style({
  minHeight: target.touch,
  padding: `${space[3]} ${space[4]}`,
  cursor: 'pointer',
});
globalStyle(`${summary} h2`, { display: 'inline' });
globalStyle(`${section}[open] > ${summary}`, { borderBottom: `1px solid ${color.line}` });
export const intro = style({ display: 'block', color: color.muted });
export const contents = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space[4]}`,
  padding: `${space[2]} ${space[4]} 0`,
  '@media': { print: { display: 'none' } },
});
globalStyle(`${contents} a`, { display: 'inline-block', padding: `${space[1]} 0` });

export const topic = style({
  ...column(space[3]),
  padding: space[4],
  scrollMarginTop: space[4],
});
globalStyle(`${topic} + ${topic}`, { paddingTop: space[2] });
globalStyle(`${topic} :is(p, ul, ol)`, { maxWidth: '44rem' });
globalStyle(`${topic} h3`, { fontSize: text.large, breakAfter: 'avoid' });
const items = style({ ...column(space[2]), paddingLeft: space[6] });
export const steps = style([items, { listStyle: 'decimal' }]);
export const list = style([items, { listStyle: 'disc' }]);
export const picture = style({
  alignSelf: 'start',
  ...outlined(),
  breakInside: 'avoid',
});
export const mark = style({
  background: `color-mix(in srgb, ${color.nextRoute} 30%, transparent)`,
  color: 'inherit',
  borderRadius: '2px',
});

// On paper there is nothing to press, and nothing is folded up.
globalStyle(`body:has(${page}) :is(header, nav, button), ${page} h1 + *`, {
  '@media': { print: { display: 'none' } },
});
globalStyle(`${section}::details-content`, {
  '@media': { print: { contentVisibility: 'visible', display: 'block' } },
});
