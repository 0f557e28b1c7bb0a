import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { color, media, space, target, text } from '~/ui/tokens.css';

const width = (minWidth: string) => [{ minWidth, '@media': { [media.phone]: { minWidth: 0 } } }];
export const cell = styleVariants({
  fullname: width('13rem'),
  address: width('12rem'),
  city: width('9rem'),
  state: width('5.5rem'),
  zipCode: width('6.5rem'),
});
/** Below its input, which stays aligned with the others. */
export const hint = style({ color: color.muted, fontSize: text.small, whiteSpace: 'nowrap' });
export const buttons = style({ display: 'flex', gap: space[2], whiteSpace: 'nowrap' });
/** Inputs stay in one line, with hints and errors below. */
export const editor = style({});
globalStyle(`${editor} > td`, { verticalAlign: 'top', '@media': { [media.phone]: { alignItems: 'start' } } });
export const adder = style({ display: 'flex', gap: space[2], maxWidth: '28rem', whiteSpace: 'nowrap' });
export const name = style({ lineHeight: target.dense });
