import type { ReactNode } from 'react';
import { visuallyHidden } from './hidden.css';

/** Text for screen readers that is not visible. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visuallyHidden}>{children}</span>;
}
