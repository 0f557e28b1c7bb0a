import type { ReactNode } from 'react';
import * as css from './empty.css';

/** What there is to see when there is nothing: a sentence, and what to do next. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
