import type { ReactNode } from 'react';
import { visuallyHidden } from './hidden.css';

/** Said by screen readers, not shown. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visuallyHidden}>{children}</span>;
}
