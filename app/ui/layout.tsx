/** Stack and Inline, whose parent sets the space between its children, and texts without a look of their own. */
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

/** Text for screen readers that is not visible. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css.visuallyHidden}>{children}</span>;
}

/** A text of several lines, each as a separate element. */
export function Lines({ text }: { text: string | undefined }) {
  const lines = text?.split('\n') ?? [];
  return lines.length < 2 ? text : lines.map((line) => <div key={line}>{line}</div>);
}
