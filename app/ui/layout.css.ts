import { style, styleVariants } from '@vanilla-extract/css';
import { hiddenFromSight } from './patterns';
import { space } from './tokens.css';

const flex = style({ display: 'flex', minWidth: 0 });
export const stack = styleVariants(space, (gap) => [flex, { flexDirection: 'column' as const, gap }]);
export const inline = styleVariants(space, (gap) => [
  flex,
  { flexDirection: 'row' as const, flexWrap: 'wrap' as const, alignItems: 'center', gap },
]);
export const spread = style({ justifyContent: 'space-between' });
/** The buttons of a dialog. The main one comes last. */
export const end = style({ justifyContent: 'flex-end' });

/** For screen readers only. */
export const visuallyHidden = style({
  ...hiddenFromSight,
  whiteSpace: 'nowrap',
});
