import type { ReactNode } from 'react';
import { Inline, Stack } from './layout';
import { Logo } from './logo';
import * as css from './notice-page.css';

type Props = {
  title: string;
  /** A button or link for the next step. */
  action: ReactNode;
  /** True within a page that already has a main element. */
  inFrame?: boolean;
  children: ReactNode;
};

/** A page with one message. */
export function NoticePage({ title, action, inFrame, children }: Props) {
  const Element = inFrame ? 'div' : 'main';
  return (
    <Element className={css.page}>
      <Logo size={56} />
      <Stack gap={1}>
        <h1>{title}</h1>
        <div className={css.text}>{children}</div>
      </Stack>
      <Inline>{action}</Inline>
    </Element>
  );
}
