import { style } from '@vanilla-extract/css';
import { inline } from './patterns';
import { color, space, target, weight } from './tokens.css';

export const tabs = style({
  display: 'flex',
  // Tabs that do not fit wrap to the next line.
  flexWrap: 'wrap',
  gap: space[1],
  borderBottom: `1px solid ${color.line}`,
});
export const tab = style({
  ...inline(space[2]),
  minHeight: target.row,
  padding: `0 ${space[2]}`,
  color: color.muted,
  textDecoration: 'none',
  borderBottom: '3px solid transparent',
  selectors: {
    '&[aria-current="page"]': { color: color.ink, fontWeight: weight.medium, borderBottomColor: color.focus },
  },
});
/** As wide as its bold form, so that choosing another tab moves no tab to another line. */
export const name = style({
  display: 'inline-grid',
  '::after': {
    content: ['attr(data-name)', 'attr(data-name) / ""'],
    height: 0,
    overflow: 'hidden',
    fontWeight: weight.bold,
    visibility: 'hidden',
  },
});
export const count = style({
  minWidth: '1.6em',
  padding: `0 ${space[1]}`,
  border: `1px solid ${color.line}`,
  borderRadius: '999px',
  textAlign: 'center',
  color: color.ink,
  background: color.page,
});
