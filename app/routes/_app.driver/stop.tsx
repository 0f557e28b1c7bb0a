import { Form, useNavigation } from '@remix-run/react';
import type { TaskCard as Task } from '~/domain/tasks/board/board';
import { AddedHere } from '~/components/going-stop/stop-changes';
import { addedTo, stopPath } from '~/components/going-stop/going-stop';
import { mark as waitingMark } from '~/components/offline/outbox-notice.css';
import { StopStack } from '~/components/task-card/stop-stack';
import { TaskCard } from '~/components/task-card/task-card';
import { Button, buttonLook, LinkButton } from '~/ui/button';
import * as css from './driver.css';
import { useSettling } from './use-settling';

type Props = {
  tasks: Task[];
  /** No other stop is under way. */
  canGo: boolean;
  /** Its buttons have just appeared, so a tap may not be meant for them. */
  isMoving: boolean;
  formKey: string;
  taskTo: (task: Task) => string | undefined;
  /** An action on it waits in the outbox. */
  isWaiting: boolean;
};

/** A stop of the route, with its next action. */
export function Stop({ taskTo, ...stop }: Props) {
  const { tasks } = stop;
  const [first] = tasks;
  if (!first) return null;
  const below = <StopActions {...stop} />;
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

/** The actions of a stop, on the route and in dialogs. */
export function StopActions({ tasks, isWaiting, ...rest }: Omit<Props, 'taskTo'>) {
  return (
    <>
      {isWaiting && <div className={waitingMark}>⧖ Waiting to send</div>}
      <AddedHere taskIds={addedTo(tasks)} />
      <NextAction tasks={tasks} {...rest} />
    </>
  );
}

type ActionProps = Pick<Props, 'tasks' | 'canGo' | 'isMoving' | 'formKey'>;

function NextAction({ tasks, canGo, isMoving, formKey }: ActionProps) {
  const { formData } = useNavigation();
  const going = tasks.filter(({ status }) => status === 'going');
  const [first] = going;
  const sent = formData?.getAll('taskIds').includes(String((first ?? tasks[0])?.id))
    ? formData.get('intent')
    : null;
  const hasChanged = useSettling(first ? 'going' : canGo ? 'next' : 'waiting');
  const isSettling = hasChanged || isMoving;
  if (first) {
    const ids = going.map(({ id }) => id);
    const needsSignature = going.some(({ type }) => type === 'delivery');
    return (
      <Form method="post" action="/driver" className={css.actions} preventScrollReset>
        <Hidden tasks={going} formKey={formKey} />
        {needsSignature ? (
          <StopLink to={stopPath(ids, 'sign')} variant="go" isSettling={isSettling}>
            Complete
          </StopLink>
        ) : (
          <Button
            variant="go"
            size="touch"
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
          size="touch"
          wide
          name="intent"
          value="notGoing"
          pending={sent === 'notGoing' && 'Going back...'}
          disabled={isSettling}
        >
          Not going yet
        </Button>
        <StopLink to={stopPath(ids, 'fail')} variant="quiet" isSettling={isSettling}>
          Could not complete
        </StopLink>
      </Form>
    );
  }
  if (!canGo || !tasks.every(({ status }) => status === 'pending')) return null;
  return (
    <Form method="post" action="/driver" className={css.actions} preventScrollReset>
      <Hidden tasks={tasks} formKey={formKey} />
      <Button
        variant="primary"
        size="touch"
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

type StopLinkProps = { to: string; variant: 'go' | 'quiet'; isSettling: boolean; children: string };

/** A link that is disabled, with the same size, while it has just appeared. */
function StopLink({ to, variant, isSettling, children }: StopLinkProps) {
  const look = { variant, size: 'touch', wide: true } as const;
  return isSettling ? (
    <a role="link" aria-disabled="true" {...buttonLook(look)}>
      {children}
    </a>
  ) : (
    <LinkButton {...look} to={to} prefetch="render" preventScrollReset>
      {children}
    </LinkButton>
  );
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
