import { style, styleVariants } from '@vanilla-extract/css';
import { middle } from './patterns';
import { color, media, radius, space, target, text, weight } from './tokens.css';

const base = style({
  ...middle,
  gap: space[2],
  border: '1px solid transparent',
  borderRadius: radius,
  fontWeight: weight.medium,
  textDecoration: 'none',
  textAlign: 'center',
  cursor: 'pointer',
  touchAction: 'manipulation',
  selectors: {
    '&:disabled, &[aria-disabled="true"]': { opacity: 0.55, cursor: 'not-allowed' },
    '&[data-wide]': { width: '100%' },
  },
});

export const size = styleVariants({
  dense: { minHeight: target.dense, padding: `0 ${space[3]}`, fontSize: text.body },
  /** As high as the fields above it, on phones too. */
  form: {
    minHeight: target.dense,
    padding: `0 ${space[3]}`,
    fontSize: text.body,
    '@media': { [media.phone]: { minHeight: target.touch, padding: `0 ${space[4]}` } },
  },
  touch: { minHeight: target.touch, padding: `0 ${space[4]}`, fontSize: text.large },
});

const quietHover = { ':hover': { background: `color-mix(in srgb, ${color.focus} 10%, transparent)` } };

/** The step that the page is for. */
const action = { fontWeight: weight.bold } as const;
export const variant = styleVariants({
  primary: [
    base,
    { ...action, background: color.focus, color: color.onTone, ':hover': { filter: 'brightness(1.1)' } },
  ],
  go: [
    base,
    { ...action, background: color.going, color: color.onTone, ':hover': { filter: 'brightness(1.1)' } },
  ],
  secondary: [base, { background: color.surface, color: color.ink, borderColor: color.line, ...quietHover }],
  quiet: [base, { background: 'transparent', color: color.focus, ...quietHover }],
  danger: [
    base,
    { background: color.surface, color: color.urgent, borderColor: color.urgent, ...quietHover },
  ],
});
