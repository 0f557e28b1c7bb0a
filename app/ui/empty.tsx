import type { ReactNode } from 'react';
import * as css from './empty.css';

/** Shown for an empty list: a sentence and the next step. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
