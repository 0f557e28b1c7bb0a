import type { ReactNode } from 'react';
import { Inline, Stack } from './layout';
import * as css from './notice-page.css';

type NoticeProps = {
  title: string;
  /** A button or link for the next step. */
  action: ReactNode;
  /** True within a page that already has a main element. */
  inFrame?: boolean;
  children: ReactNode;
};

/** A page with one message. */
export function NoticePage({ title, action, inFrame, children }: NoticeProps) {
  const Element = inFrame ? 'div' : 'main';
  return (
    <Element className={css.page}>
      <Logo size={56} />
      <Stack gap={1}>
        <h1>{title}</h1>
        <div className={css.words}>{children}</div>
      </Stack>
      <Inline>{action}</Inline>
    </Element>
  );
}

/** The brand mark, a moving box. */
export function Logo({ size = 28 }: { size?: number }) {
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      className={css.logo}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="7" className={css.tile} />
      <path d="M6 12h11v9H6z M9 12v3h5v-3" {...line} />
      <path d="M20 16h6m-3-3 3 3-3 3" {...line} />
    </svg>
  );
}
