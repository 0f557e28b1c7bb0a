/** An element per icon: `<span className={icon.download} aria-hidden="true" />` before a word. */
import { style } from '@vanilla-extract/css';
import { type IconName, iconRules } from './icons';

const icon = (name: IconName) => style(iconRules(name));

export const arrowLeft = icon('arrowLeft');
export const check = icon('check');
export const chevronLeft = icon('chevronLeft');
export const chevronRight = icon('chevronRight');
export const chevronUp = icon('chevronUp');
export const chevronDown = icon('chevronDown');
export const download = icon('download');
export const plus = icon('plus');
export const printer = icon('printer');
export const upload = icon('upload');
export const x = icon('x');
