/** The buttons on the map: an icon with a name. */
import type { ButtonHTMLAttributes } from 'react';
import * as css from './control.css';

export const ICONS = {
  center: 'M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5M12 9v6M9 12h6',
  larger: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  map: 'M9 4 3 6v14l6-2 6 2 6-2V4l-6 2zM9 4v14M15 6v14',
  noMap: 'M9 4 3 6v14l6-2 6 2 6-2V4l-6 2zM2 2l20 20',
  pin: 'M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11M12 7v6M9 10h6',
  print: 'M7 8V3h10v5M7 17H3V9h18v8h-4M7 14h10v7H7z',
  smaller: 'M20 10h-6V4M14 10l7-7M4 14h6v6M10 14l-7 7',
};

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> & {
  name: string;
  icon: keyof typeof ICONS;
};

export function Control({ name, icon, ...rest }: Props) {
  return (
    <button type="button" className={css.control} aria-label={name} title={name} {...rest}>
      <Icon path={ICONS[icon]} />
    </button>
  );
}

/** @param path in a square of 24. */
export const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" className={css.icon} aria-hidden="true">
    <path d={path} />
  </svg>
);
