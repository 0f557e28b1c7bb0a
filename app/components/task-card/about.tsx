/**
 * The time when the driver arrives at a stop. A context has the times, because they change with every report and a line
 * should not render for that.
 */
import { createContext, useContext, type ReactNode } from 'react';
import type { ListedArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import type { TaskCard } from '~/domain/tasks/model/task';
import { Time } from '~/ui/time';
import * as css from './task-card.css';

const Listed = createContext<ListedArrivals['at']>({});
export const ArrivalsListed = Listed.Provider;

type Props = {
  /** The tasks of one stop. */
  tasks: Pick<TaskCard, 'id'>[];
  after?: ReactNode;
  /** Shows `Arrives about 10:47 AM` as a separate line. */
  isSentence?: boolean;
};

/** Shows `about 10:47 AM`, or nothing without a known time. */
export function About({ tasks, after, isSentence }: Props) {
  const listed = useContext(Listed);
  const [arrival] = tasks.flatMap(({ id }) => listed[id] ?? []);
  if (!arrival) return null;
  const { expectedAt, late } = arrival;
  const words = (
    <span className={late ? css.late : undefined}>
      about <Time iso={expectedAt} />
      {late && ', late'}
    </span>
  );
  if (isSentence) return <div>Arrives {words}</div>;
  return (
    <>
      {words}
      {after}
    </>
  );
}
