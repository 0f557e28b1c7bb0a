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

export const sections = style({});
globalStyle(`${page} ${sections}`, { '@media': { print: { display: 'block' } } });
export const section = style([outlined(), { '@media': { print: { border: 0 } } }]);
export const summary = style({
  minHeight: target.touch,
  padding: `${space[3]} ${space[4]}`,
  cursor: 'pointer',
});
globalStyle(`${summary} h2`, { display: 'inline' });
globalStyle(`${section}[open] > ${summary}`, { borderBottom: `1px solid ${color.line}` });
export const intro = style({ display: 'block', color: color.muted });

export const topic = style({ scrollMarginTop: space[4] });
globalStyle(`${topic} + ${topic}`, { borderTop: `1px solid ${color.line}` });
export const question = style({
  minHeight: target.touch,
  // The marker stays to the left of all lines of the text.
  listStylePosition: 'outside',
  marginLeft: space[8],
  padding: `${space[3]} ${space[4]} ${space[3]} 0`,
  cursor: 'pointer',
  '@media': { print: { marginLeft: space[4] } },
});
globalStyle(`${question} h3`, { display: 'inline', fontSize: text.body });
globalStyle(`${topic}[open] > ${question}`, { paddingBottom: 0 });
export const answer = style({ ...column(space[3]), padding: `${space[2]} ${space[4]} ${space[4]}` });
globalStyle(`${answer} :is(p, ul, ol)`, { maxWidth: '44rem' });
const items = style({ ...column(space[2]), paddingLeft: space[6] });
export const steps = style([items, { listStyle: 'decimal' }]);
export const list = style([items, { listStyle: 'disc' }]);
export const picture = style({
  alignSelf: 'start',
  ...outlined(),
  breakInside: 'avoid',
  '@media': { print: { width: 'auto', maxHeight: '8cm' } },
});

// On paper there are no buttons and everything is unfolded. Each part starts on a new page.
const notOnPaper = { '@media': { print: { display: 'none' } } } as const;
globalStyle(`body:has(${page}) header, body:has(${page}) nav`, notOnPaper);
export const actions = style(notOnPaper);
globalStyle(`${page} button`, notOnPaper);
globalStyle(`:is(${section}, ${topic})::details-content`, {
  '@media': { print: { contentVisibility: 'visible', display: 'block' } },
});
globalStyle(`${section} + ${section}`, { '@media': { print: { breakBefore: 'page' } } });
globalStyle(`${page} summary`, { '@media': { print: { listStyle: 'none' } } });
globalStyle(`${page} > *`, { '@media': { print: { border: 0, boxShadow: 'none' } } });
// A question stays with its answer. The first one stays with the title of its part.
globalStyle(`${topic}:not(:first-of-type), ${answer} :is(p, li)`, {
  '@media': { print: { breakInside: 'avoid' } },
});
