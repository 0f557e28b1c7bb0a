import { style } from '@vanilla-extract/css';
import { color, radius, shadow, space, text } from '~/ui/tokens.css';

export const row = style({
  display: 'flex',
  gap: space[2],
  padding: space[2],
  borderBlock: `1px solid ${color.line}`,
  borderRight: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.surface,
  boxShadow: shadow,
  selectors: { '&[data-urgent]': { outline: `2px solid ${color.urgent}` } },
});
export const what = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: space[1],
  minWidth: 0,
  overflowWrap: 'anywhere',
});
export const title = style({ fontSize: text.large, fontWeight: 700 });
export const address = style({ color: color.muted, fontSize: text.body });
