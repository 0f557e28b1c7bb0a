import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useId, useState, type AriaAttributes, type ReactNode } from 'react';
import { isSignedFor } from '~/domain/tasks/model/completion';
import type { TaskCard as Task } from '~/domain/tasks/model/task';
import { AddedHere, addedTo, stopPath } from '~/components/going-stop/going-stop';
import { mark as waitingMark } from '~/components/offline/outbox-notice.css';
import { placeOf, type StopTasks } from '~/components/stop-order/stops';
import { StopLine, StopStack } from '~/components/task-card/stop-stack';
import { TaskCard } from '~/components/task-card/task-card';
import { Button, buttonLook, LinkButton } from '~/ui/button';
import { Menu } from '~/ui/menu';
import { driver } from '~/words/en/driver';
import { completionText } from './progress';
import * as css from './driver.css';
import { isAhead, isUnderWay } from '~/domain/tasks/model/statuses';

type Props = {
  tasks: StopTasks;
  /** True when no other stop is under way. */
  canGo: boolean;
  /** True when its buttons have just appeared. A tap may then not be meant for them. */
  isMoving: boolean;
  formKey: string;
  /** True when an action on it waits in the outbox. */
  isWaiting: boolean;
};
type Shown = Props & { taskTo: (task: Task) => string | undefined };

/** The next stop of the route, or the one under way. The bar has its actions. */
export function NextStop({ tasks, taskTo, isWaiting }: Shown) {
  const [first, ...others] = tasks;
  const below = <News tasks={tasks} isWaiting={isWaiting} />;
  return others.length === 0 ? (
    <TaskCard task={first} to={taskTo(first)} isLead>
      {below}
    </TaskCard>
  ) : (
    <StopStack tasks={tasks} taskTo={taskTo}>
      {below}
    </StopStack>
  );
}

/** A stop that is not the next one. */
export function OtherStop({ taskTo, number, ...stop }: Shown & { number: number | undefined }) {
  const { tasks, isWaiting } = stop;
  return (
    <StopLine tasks={tasks} number={number} taskTo={taskTo} isWaiting={isWaiting}>
      <AddedHere taskIds={addedTo(tasks)} />
      <NextAction {...stop} />
    </StopLine>
  );
}

/** The actions of a stop, in the dialog of one of its tasks. */
export function StopActions(stop: Props) {
  return (
    <>
      <News {...stop} />
      <NextAction {...stop} />
    </>
  );
}

function News({ tasks, isWaiting }: Pick<Props, 'tasks' | 'isWaiting'>) {
  return (
    <>
      {isWaiting && <div className={waitingMark}>{driver.waiting}</div>}
      <AddedHere taskIds={addedTo(tasks)} />
    </>
  );
}

/** True when an action of the stop can be chosen now. */
const hasAction = ({ tasks, canGo }: Pick<Props, 'tasks' | 'canGo'>) =>
  tasks.some(isUnderWay) || (canGo && tasks.every(isAhead));

const problemLook = { menu: css.problem, trigger: css.problemTrigger, items: css.problemItems };

/** @param inBar shows the buttons side by side, and rare ones behind "Problem?". */
export function NextAction({ tasks, canGo, isMoving, formKey, inBar }: Props & { inBar?: boolean }) {
  const { formData } = useNavigation();
  const id = useId();
  const going = tasks.filter(isUnderWay);
  const acted = going.length > 0 ? going : tasks;
  const ids = acted.map(({ id }) => id);
  const sent = formData?.getAll('taskIds').includes(String(ids[0])) ? formData.get('intent') : null;
  const hasChanged = useSettling(going.length > 0 ? 'going' : canGo ? 'next' : 'waiting');
  if (!hasAction({ tasks, canGo })) return null;
  const isSettling = hasChanged || isMoving;
  const { named, content } = describedButton(id, driver.complete, completionText(going));
  const button = (intent: string, label: ReactNode, pending: string, variant: 'go' | 'quiet') => (
    <Button
      {...(intent === 'complete' && named)}
      variant={variant}
      size="touch"
      wide
      name="intent"
      value={intent}
      pending={sent === intent && pending}
      disabled={isSettling}
    >
      {label}
    </Button>
  );
  const problems = (
    <>
      {button('notGoing', driver.notGoing, driver.notGoingPending, 'quiet')}
      <StopLink to={stopPath(ids, 'fail')} variant="quiet" isSettling={isSettling}>
        {driver.fail}
      </StopLink>
    </>
  );
  const toComplete = going.some(isSignedFor) ? (
    <StopLink to={stopPath(ids, 'sign')} variant="go" isSettling={isSettling} {...named}>
      {content}
    </StopLink>
  ) : (
    button('complete', content, driver.completing, 'go')
  );
  return (
    // Each stop has its own form element, so that a press never starts on one stop and ends on another.
    <Form
      key={placeOf(tasks)}
      method="post"
      action="/driver"
      className={inBar ? css.bar : css.actions}
      preventScrollReset
    >
      <input type="hidden" name="_key" value={formKey} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="taskIds" value={id} />
      ))}
      <input type="hidden" name="seen_address" value={acted[0]?.address} />
      {going.length === 0 && button('going', driver.going, driver.goingPending, 'go')}
      {going.length > 0 && inBar && (
        <Menu label={driver.problem} look={problemLook} stays>
          {problems}
        </Menu>
      )}
      {going.length > 0 && toComplete}
      {going.length > 0 && !inBar && problems}
    </Form>
  );
}

/**
 * A button's name and, below it, what it does. That is its description, so that the name stays short.
 * @param id must be the only one in the page.
 */
function describedButton(id: string, name: string, does: string) {
  const [nameId, doesId] = [`${id}name`, `${id}does`];
  return {
    named: { 'aria-labelledby': nameId, 'aria-describedby': doesId },
    content: (
      <>
        <span id={nameId}>{name}</span>
        <span id={doesId} className={css.does}>
          {does}
        </span>
      </>
    ),
  };
}

type StopLinkProps = Pick<AriaAttributes, 'aria-labelledby' | 'aria-describedby'> & {
  to: string;
  variant: 'go' | 'quiet';
  isSettling: boolean;
  children: ReactNode;
};

/** A link that is disabled, at the same size, while it has just appeared. */
function StopLink({ to, variant, isSettling, children, ...named }: StopLinkProps) {
  const look = { variant, size: 'touch', wide: true } as const;
  return isSettling ? (
    <a role="link" aria-disabled="true" {...named} {...buttonLook(look)}>
      {children}
    </a>
  ) : (
    <LinkButton {...look} {...named} to={to} prefetch="render" preventScrollReset>
      {children}
    </LinkButton>
  );
}

/** The time after the driver's own tap. */
const SETTLE_MS = 800;

/**
 * True while a button has just replaced another one. A tap is then probably the second half of a double tap, and must
 * not count.
 */
export function useSettling(state: string, settleMs = SETTLE_MS): boolean {
  const [settled, setSettled] = useState(state);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setSettled(state);
    }, settleMs);
    return () => {
      window.clearTimeout(timer);
    };
  }, [state, settleMs]);
  return settled !== state;
}

type BetweenProps = {
  canEnd: boolean;
  canStart: boolean;
  /** The number of tasks. */
  completed: number;
  /** The tasks that the next route starts with. */
  queued: number[];
  formKey: string;
};

/** The buttons when no task is active. End Route also starts the next route. */
export function BetweenRoutes({ canEnd, canStart, completed, queued, formKey }: BetweenProps) {
  const id = useId();
  const underWay = useNavigation().formData?.get('intent');
  const starts = driver.starts(queued.length);
  const end = describedButton(
    `${id}end`,
    driver.endRoute,
    `${driver.archives(completed)}${queued.length > 0 ? `, ${starts}` : ''}`,
  );
  const start = describedButton(`${id}start`, driver.startRoute, starts);
  const isSettling = useSettling(`${String(canEnd)} ${String(canStart)}`);
  if (!canEnd && !canStart) return null;
  return (
    <Form method="post" action="/driver" className={css.bar}>
      <input type="hidden" name="_key" value={formKey} />
      {queued.map((taskId) => (
        <input key={taskId} type="hidden" name="taskIds" value={taskId} />
      ))}
      {canEnd && (
        <Button
          variant="primary"
          size="touch"
          wide
          name="intent"
          value="endRoute"
          pending={underWay === 'endRoute' && driver.endingRoute}
          disabled={isSettling}
          {...end.named}
        >
          {end.content}
        </Button>
      )}
      {canStart && (
        <Button
          variant={canEnd ? 'secondary' : 'primary'}
          size="touch"
          wide
          name="intent"
          value="startRoute"
          pending={underWay === 'startRoute' && driver.starting}
          disabled={isSettling}
          {...start.named}
        >
          {start.content}
        </Button>
      )}
    </Form>
  );
}
