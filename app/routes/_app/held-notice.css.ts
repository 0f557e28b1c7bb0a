import { style } from '@vanilla-extract/css';
import { outlined, wrap } from '~/ui/patterns';
import { color, media, shadow, space } from '~/ui/tokens.css';

/** At the other side than messages, and above the bottom bar of a phone. */
export const notice = style({
  ...wrap(`${space[1]} ${space[3]}`),
  position: 'fixed',
  left: space[4],
  bottom: space[4],
  zIndex: 60,
  maxWidth: 'min(36rem, calc(100vw - 2rem))',
  padding: `${space[1]} ${space[1]} ${space[1]} ${space[3]}`,
  ...outlined(color.muted),
  borderLeft: `5px solid ${color.nextRoute}`,
  boxShadow: shadow,
  background: color.surface,
  color: color.ink,
  '@media': { [media.phone]: { bottom: `calc(3.75rem + ${space[3]})` }, print: { display: 'none' } },
});
