import { style } from '@vanilla-extract/css';
import { space } from '~/ui/tokens.css';

export const filter = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space[3] });
