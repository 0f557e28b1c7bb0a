import { style } from '@vanilla-extract/css';
import { column, line } from '~/ui/patterns';
import { space, target, text, weight } from '~/ui/tokens.css';

export const form = style({ ...column(space[3]), fontSize: text.large });
export const reasons = style({ display: 'flex', flexDirection: 'column', minWidth: 0 });
export const legend = style({ padding: 0, fontWeight: weight.medium });
// The whole line can be tapped.
export const reason = style({
  ...line(space[3]),
  minHeight: target.touch,
  cursor: 'pointer',
});
export const buttons = style({ display: 'flex', gap: space[2] });
// The browser's own margin of 3 px would shift it against its label.
export const radio = style({ margin: 0 });
