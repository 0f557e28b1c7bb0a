/** The buttons on the map and in the head of its panel: an icon with a name. */
import type { ButtonHTMLAttributes } from 'react';
import * as css from './control.css';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> & {
  name: string;
  icon: keyof typeof css.controls;
};

export const Control = ({ name, icon, ...rest }: Props) => (
  <button type="button" className={css.controls[icon]} aria-label={name} title={name} {...rest} />
);
