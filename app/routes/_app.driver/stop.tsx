import { Form, useNavigation } from '@remix-run/react';
import type { TaskCard as Task } from '~/domain/tasks/board';
import { StopStack } from '~/parts/task-card/stop-stack';
import { TaskCard } from '~/parts/task-card/task-card';
import { Button, LinkButton } from '~/ui/button';
import * as css from './driver.css';

type Props = {
  tasks: Task[];
  /** No other stop is under way. */
  canGo: boolean;
  editing: boolean;
  isFirst: boolean;
  isLast: boolean;
};

const taskTo = ({ id }: Task) => `/driver/tasks/${String(id)}`;

/** One place of the route, and the one thing to do there next. */
export function Stop({ tasks, canGo, editing, isFirst, isLast }: Props) {
  const [first] = tasks;
  if (!first) return null;
  return (
    <>
      {tasks.length === 1 ? (
        <TaskCard task={first} to={editing ? undefined : taskTo(first)} />
      ) : (
        <StopStack tasks={tasks} taskTo={taskTo} />
      )}
      {editing && first.status !== 'linked' ? (
        <MoveButtons task={first} isFirst={isFirst} isLast={isLast} />
      ) : (
        <NextAction tasks={tasks} canGo={canGo} />
      )}
    </>
  );
}

function NextAction({ tasks, canGo }: Pick<Props, 'tasks' | 'canGo'>) {
  const { formData } = useNavigation();
  const [first] = tasks;
  const sent = formData?.getAll('taskIds').includes(String(first?.id)) ? formData.get('intent') : null;
  const going = tasks.filter(({ status }) => status === 'going');
  if (going.length > 0) {
    const needsSignature = going.some(({ type }) => type === 'delivery');
    return (
      <Form method="post" action="/driver" className={css.actions} preventScrollReset>
        <Ids tasks={going} />
        {needsSignature ? (
          <LinkButton
            to={`/driver/stops/${String(going[0]?.id)}/sign`}
            variant="go"
            size="thumb"
            wide
            preventScrollReset
          >
            Complete
          </LinkButton>
        ) : (
          <Button
            variant="go"
            size="thumb"
            wide
            name="intent"
            value="complete"
            pending={sent === 'complete' && 'Completing...'}
          >
            Complete
          </Button>
        )}
        <Button
          variant="quiet"
          size="thumb"
          wide
          name="intent"
          value="notGoing"
          pending={sent === 'notGoing' && 'Going back...'}
        >
          Not going yet
        </Button>
      </Form>
    );
  }
  if (!canGo || !tasks.every(({ status }) => status === 'pending')) return null;
  return (
    <Form method="post" action="/driver" className={css.actions} preventScrollReset>
      <Ids tasks={tasks} />
      <Button
        variant="primary"
        size="thumb"
        wide
        name="intent"
        value="going"
        pending={sent === 'going' && 'Going...'}
      >
        Going
      </Button>
    </Form>
  );
}

export function Ids({ tasks }: { tasks: Pick<Task, 'id'>[] }) {
  return tasks.map(({ id }) => <input key={id} type="hidden" name="taskIds" value={id} />);
}

function MoveButtons({ task, isFirst, isLast }: { task: Task; isFirst: boolean; isLast: boolean }) {
  return (
    <Form method="post" action="/driver?edit=1" className={css.moves} preventScrollReset replace>
      <input type="hidden" name="intent" value="moveStop" />
      <input type="hidden" name="taskId" value={task.id} />
      <Button
        size="thumb"
        name="direction"
        value="up"
        disabled={isFirst}
        aria-label={`Move up: ${task.location}`}
      >
        ↑ Up
      </Button>
      <Button
        size="thumb"
        name="direction"
        value="down"
        disabled={isLast}
        aria-label={`Move down: ${task.location}`}
      >
        ↓ Down
      </Button>
    </Form>
  );
}
