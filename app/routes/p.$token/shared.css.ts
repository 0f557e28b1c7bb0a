import { style } from '@vanilla-extract/css';
import { space } from '~/ui/tokens.css';

export const page = style({ padding: space[4], '@media': { print: { padding: 0 } } });
