import type { ReactNode } from 'react';
import * as css from './card.css';

export type Edge = keyof typeof css.edge;

type Props = {
  title?: ReactNode;
  /** The id of the heading. */
  id?: string;
  level?: 1 | 2 | 3;
  actions?: ReactNode;
  edge?: Edge;
  /** Leaves out the inner space, for lists whose rows go from edge to edge. */
  flush?: boolean;
  children: ReactNode;
};

export function Card({ title, id, level = 2, actions, edge, flush, children }: Props) {
  const Heading = `h${String(level)}` as 'h1' | 'h2' | 'h3';
  return (
    <section
      className={edge ? `${css.card} ${css.edge[edge]}` : css.card}
      aria-labelledby={title && id ? id : undefined}
    >
      {title && (
        <div className={css.head}>
          <Heading id={id}>{title}</Heading>
          {actions}
        </div>
      )}
      <div className={flush ? undefined : css.body}>{children}</div>
    </section>
  );
}
