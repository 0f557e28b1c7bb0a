import type { ReactNode } from 'react';
import { Inline, Stack } from './layout';
import { Logo } from './logo';
import * as css from './notice-page.css';

type Props = {
  title: string;
  /** The next step. */
  action: ReactNode;
  /** Within a page that has its main part already. */
  inFrame?: boolean;
  children: ReactNode;
};

/** A page that says one thing. */
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
