import { style } from '@vanilla-extract/css';
import { color } from './tokens.css';

export const logo = style({ flex: 'none', color: color.onTone });
export const tile = style({ fill: color.focus });
