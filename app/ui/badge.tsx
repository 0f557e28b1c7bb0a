import type { ReactNode } from 'react';
import * as css from './badge.css';

type Tone = keyof typeof css.tone;

/** It always has text, because color alone is not accessible. */
export function Badge({ tone, size, children }: { tone: Tone; size?: 'small'; children: ReactNode }) {
  return <span className={size ? `${css.tone[tone]} ${css.small}` : css.tone[tone]}>{children}</span>;
}
