import { globalStyle, style } from '@vanilla-extract/css';
import { color, radius, shadow, space, target, text } from '~/ui/tokens.css';

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
export const moves = style({
  flex: 'none',
  alignSelf: 'center',
  display: 'grid',
  gridTemplateColumns: `${target.thumb} ${target.thumb}`,
  alignItems: 'center',
  gap: space[1],
});
globalStyle(`${moves} > button`, { padding: 0 });
export const position = style({ color: color.muted, fontSize: text.small, textAlign: 'center' });
