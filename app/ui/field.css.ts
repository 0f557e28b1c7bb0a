import { style } from '@vanilla-extract/css';
import { color, media, radius, space, target, text } from './tokens.css';

export const field = style({ display: 'flex', flexDirection: 'column', gap: space[1], minWidth: 0 });
export const label = style({ fontWeight: 600 });
export const hint = style({ color: color.muted, fontSize: text.small });
export const error = style({ color: color.urgent, fontSize: text.small, fontWeight: 600 });
export const control = style({
  width: '100%',
  minHeight: target.dense,
  padding: `${space[1]} ${space[2]}`,
  // Darker than a rule: the edge of a control has to be seen.
  border: `1px solid ${color.muted}`,
  borderRadius: radius,
  background: color.surface,
  color: color.ink,
  selectors: {
    '&[aria-invalid="true"]': { borderColor: color.urgent, borderWidth: '2px' },
    '&:disabled': { opacity: 0.6 },
    '&:read-only:not(select)': { background: color.page },
  },
  '@media': { [media.phone]: { minHeight: target.thumb, fontSize: '16px' } },
});
export const area = style({ minHeight: '5.5em', resize: 'vertical' });
export const choice = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[2],
  minHeight: target.dense,
  cursor: 'pointer',
  '@media': { [media.phone]: { minHeight: target.thumb } },
});
export const choices = style({ display: 'flex', flexWrap: 'wrap', columnGap: space[4] });
