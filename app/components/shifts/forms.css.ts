import { style } from '@vanilla-extract/css';
import { pairOfFields } from '~/ui/patterns';
import { media } from '~/ui/tokens.css';

export const pair = style(pairOfFields);

/** Two columns of days, so that all days and the button fit into a low window. */
export const days = style({
  ...pairOfFields,
  gridTemplateRows: 'repeat(4, auto)',
  gridAutoFlow: 'column',
  '@media': {
    ...pairOfFields['@media'],
    [media.phone]: { gridTemplateColumns: '1fr', gridTemplateRows: 'none', gridAutoFlow: 'row' },
  },
});
