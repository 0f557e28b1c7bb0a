/** Tasks with concerns. The list has no buttons that move tasks, because many of these are completed. */
import type { ReactNode } from 'react';
import { Concerns } from '~/components/task-form/concerns';
import { moveBarClass } from '~/components/task-list/movable-list';
import { TaskRow } from '~/components/task-list/task-row';
import type { ConcernKind } from '~/domain/tasks/model/concerns';
import type { TaskCard } from '~/domain/tasks/model/task';

type Props = {
  tasks: TaskCard[];
  kind: ConcernKind;
  taskTo: (task: TaskCard) => string;
  noteOf: (task: TaskCard) => ReactNode;
  children: ReactNode;
};

export const ConcernList = ({ tasks, kind, taskTo, noteOf, children }: Props) => (
  <>
    <ul>
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskRow task={task} to={taskTo(task)} note={noteOf(task)} />
          <Concerns task={task} only={kind} />
        </li>
      ))}
    </ul>
    <div className={moveBarClass}>{children}</div>
  </>
);
