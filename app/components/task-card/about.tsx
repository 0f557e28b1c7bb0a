/** When the driver arrives at a stop of a list. Times change with every report, so that lines take them from a context: a line is not rendered for its time. */
import { createContext, useContext, type ReactNode } from 'react';
import type { ListedArrivals } from '~/domain/scheduling/arrivals/one-driver.server';
import type { TaskCard } from '~/domain/tasks/model/task';
import { Time } from '~/ui/time';
import * as css from './task-card.css';

const Listed = createContext<ListedArrivals['at']>({});
export const ArrivalsListed = Listed.Provider;

type Props = {
  /** Of one stop. */
  tasks: Pick<TaskCard, 'id'>[];
  after?: ReactNode;
  /** `Arrives about 10:47 AM`, in a line of its own. */
  isSentence?: boolean;
};

/** `about 10:47 AM`; nothing where nobody knows. */
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
