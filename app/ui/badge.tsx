import type { ReactNode } from 'react';
import * as css from './badge.css';

type Tone = keyof typeof css.tone;

/** Always with text: a tone alone is no sign. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={css.tone[tone]}>{children}</span>;
}
