import type { ReactNode } from 'react';
import * as css from './badge.css';

type Tone = keyof typeof css.tone;

/** It always has text, because color alone is not accessible. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={css.tone[tone]}>{children}</span>;
}
