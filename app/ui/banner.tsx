import type { ReactNode } from 'react';
import * as css from './banner.css';

type Props = { tone?: keyof typeof css.tone; title?: ReactNode; children?: ReactNode };

/** A message in the page. An error interrupts screen readers; others wait. */
export function Banner({ tone = 'info', title, children }: Props) {
  return (
    <div className={css.tone[tone]} role={tone === 'error' ? 'alert' : 'status'}>
      {title && <strong>{title} </strong>}
      {children}
    </div>
  );
}
