/** Stack and Inline. The parent sets the space between its children. */
import type { ElementType, ReactNode } from 'react';
import * as css from './layout.css';
import type { space } from './tokens.css';

type Props = { gap?: keyof typeof space; as?: ElementType; children: ReactNode; className?: string };

const join = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

export function Stack({ gap = 2, as: Element = 'div', children, className }: Props) {
  return <Element className={join(css.stack[gap], className)}>{children}</Element>;
}

export function Inline({
  gap = 2,
  as: Element = 'div',
  spread,
  children,
  className,
}: Props & { spread?: boolean }) {
  return <Element className={join(css.inline[gap], spread && css.spread, className)}>{children}</Element>;
}
