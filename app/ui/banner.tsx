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

/** Shown for an empty list: a sentence and the next step. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.emptyState}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Joins messages. Each ends as a sentence before the next begins. */
export const sentences = (messages: string[]): string =>
  messages.map((message) => (/[.!?]$/.test(message) ? message : `${message}.`)).join(' ');
