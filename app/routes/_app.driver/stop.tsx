import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { TaskCard as Task } from '~/domain/tasks/board';
import { mark as waitingMark } from '~/parts/offline/outbox-notice.css';
import { StopStack } from '~/parts/task-card/stop-stack';
import { TaskCard } from '~/parts/task-card/task-card';
import { Button, LinkButton } from '~/ui/button';
import * as css from './driver.css';

type Props = {
  tasks: Task[];
  /** No other stop is under way. */
  canGo: boolean;
  formKey: string;
  /** In place of what can be done next, while the order is edited. */
  move?: ReactNode;
  taskTo: (task: Task) => string | undefined;
  /** Something about it has not been sent yet. */
  isWaiting: boolean;
};

/** One place of the route, and the one thing to do there next. */
export function Stop({ tasks, canGo, formKey, move, taskTo, isWaiting }: Props) {
  const [first] = tasks;
  if (!first) return null;
  const below = (
    <>
      {isWaiting && <div className={waitingMark}>⧖ Waiting to send</div>}
      {move ?? <NextAction tasks={tasks} canGo={canGo} formKey={formKey} />}
    </>
  );
  return tasks.length === 1 ? (
    <TaskCard task={first} to={taskTo(first)}>
      {below}
    </TaskCard>
  ) : (
    <StopStack tasks={tasks} taskTo={taskTo}>
      {below}
    </StopStack>
  );
}

type ActionProps = Pick<Props, 'tasks' | 'canGo' | 'formKey'>;

function NextAction({ tasks, canGo, formKey }: ActionProps) {
  const { formData } = useNavigation();
  const going = tasks.filter(({ status }) => status === 'going');
  const [first] = going;
  const sent = formData?.getAll('taskIds').includes(String((first ?? tasks[0])?.id))
    ? formData.get('intent')
    : null;
  const isSettling = useSettling(first ? 'going' : canGo ? 'next' : 'waiting');
  if (first) {
    const needsSignature = going.some(({ type }) => type === 'delivery');
    return (
      <Form method="post" action="/driver" className={css.actions} preventScrollReset>
        <Hidden tasks={going} formKey={formKey} />
        {needsSignature ? (
          <LinkButton
            to={`/driver/stops/${String(first.id)}/sign`}
            variant="go"
            size="thumb"
            wide
            prefetch="render"
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
            disabled={isSettling}
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
          disabled={isSettling}
        >
          Not going yet
        </Button>
        <LinkButton
          to={`/driver/stops/${String(first.id)}/fail`}
          variant="quiet"
          size="thumb"
          wide
          prefetch="render"
          preventScrollReset
        >
          Could not complete
        </LinkButton>
      </Form>
    );
  }
  if (!canGo || !tasks.every(({ status }) => status === 'pending')) return null;
  return (
    <Form method="post" action="/driver" className={css.actions} preventScrollReset>
      <Hidden tasks={tasks} formKey={formKey} />
      <Button
        variant="primary"
        size="thumb"
        wide
        name="intent"
        value="going"
        pending={sent === 'going' && 'Going...'}
        disabled={isSettling}
      >
        Going
      </Button>
    </Form>
  );
}

const SETTLE_MS = 300;

/**
 * Whether another button has just taken the place of the one before: a tap now is most likely the second half of a
 * double tap, and must not count.
 */
export function useSettling(what: string): boolean {
  const [settled, setSettled] = useState(what);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setSettled(what);
    }, SETTLE_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [what]);
  return settled !== what;
}

function Hidden({ tasks, formKey }: { tasks: Task[]; formKey: string }) {
  return (
    <>
      <input type="hidden" name="_key" value={formKey} />
      {tasks.map(({ id }) => (
        <input key={id} type="hidden" name="taskIds" value={id} />
      ))}
    </>
  );
}

type MoveProps = { task: Task; position: number; count: number };

export function MoveButtons({ task, position, count }: MoveProps) {
  return (
    <Form method="post" action="/driver?edit=1" className={css.moves} preventScrollReset replace>
      <input type="hidden" name="intent" value="moveStop" />
      <input type="hidden" name="taskId" value={task.id} />
      <Button
        size="thumb"
        name="direction"
        value="up"
        disabled={position === 1}
        aria-label={`Move up: ${task.location}`}
      >
        ↑ Up
      </Button>
      <span className={css.position}>
        {position} of {count}
      </span>
      <Button
        size="thumb"
        name="direction"
        value="down"
        disabled={position === count}
        aria-label={`Move down: ${task.location}`}
      >
        ↓ Down
      </Button>
    </Form>
  );
}
