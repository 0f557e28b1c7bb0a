/** The stop under way and the dialogs about it, on a phone that may be offline. */
import type { StopChange } from '~/domain/tasks/activity/describe.server';
import type { TaskList } from '~/domain/views/board/board';
import { isSignedFor } from '~/domain/tasks/model/completion';
import type { TaskCard } from '~/domain/tasks/model/task';
import { placeKey } from '~/domain/geography/place-key';
import { draftKey, forgetUnwanted } from '~/forms/drafts';
import { useFetcher } from '@remix-run/react';
import { forgetPhotos } from '~/components/offline/stored-photos';
import { cachedRoute, withCachedRoute } from '~/components/offline/cached-route';
import { stopActionOf } from '~/components/offline/driver-action';
import { perform } from '~/components/offline/perform';
import { readIds } from '~/domain/kernel/ids';
import { Button } from '~/ui/button';
import { Banner } from '~/ui/banner';
import { Time } from '~/ui/time';
import { driver } from '~/words/en/driver';
import * as css from './going-stop.css';
import { isAhead, isUnderWay } from '~/domain/tasks/model/statuses';

/** The data of a dialog about the stop under way. */
export type GoingStop = {
  /** The task in the dialog's path. It stays the same when other tasks of the stop change. */
  stopId: number;
  /** Tasks under way, and completed deliveries that can still get a signature. */
  taskIds: number[];
  location: string;
  address: string;
  deliveries: number;
  /** Pending tasks at the same place that are not part of the stop yet. */
  added: number[];
  /** True while at least one of its tasks is under way. */
  isGoing: boolean;
  /** Changes to tasks that were under way when the dialog was opened. */
  changes: StopChange[];
  liveVersion: number;
  /** The idempotency key of the form; empty when the server was not reached. */
  formKey: string;
};

/** Pending tasks at the place of the stop under way. */
export function addedTo(tasks: TaskCard[]): number[] {
  const going = tasks.find(isUnderWay);
  if (!going) return [];
  return tasks.filter((task) => isAhead(task) && placeKey(task) === placeKey(going)).map(({ id }) => id);
}

/** The path of the dialog. It names the tasks that are under way when it opens. */
export function stopPath(taskIds: number[], step: 'sign' | 'fail'): string {
  const [first, ...others] = taskIds;
  const path = `/driver/stops/${String(first)}/${step}`;
  return others.length > 0 ? `${path}?tasks=${taskIds.join()}` : path;
}

/** The ids of the tasks in the dialog's address. */
export function askedFor(taskId: number, search: URLSearchParams): number[] {
  const others = readIds((search.get('tasks') ?? '').split(','));
  return [...new Set([taskId, ...others])].slice(0, MOST_ASKED);
}

const MOST_ASKED = 100;

/**
 * The stop under way, if one of these tasks belongs to it, with completed deliveries that can still get a signature.
 */
export function goingStop(
  { tasks, liveVersion }: TaskList,
  requestedIds: number[],
  formKey: string,
  changes: StopChange[] = [],
): GoingStop | null {
  const going = tasks.filter(isUnderWay);
  const isGoing = going.some(({ id }) => requestedIds.includes(id));
  if (!isGoing && changes.length === 0) return null;
  const signable = changes.filter(({ isUnsigned }) => isUnsigned).map(({ taskId }) => taskId);
  const under = isGoing ? going : [];
  return {
    stopId: requestedIds[0] ?? 0,
    taskIds: [...under.map(({ id }) => id), ...signable],
    location: under[0]?.location ?? changes[0]?.location ?? '',
    address: under[0]?.address ?? '',
    deliveries: under.filter(isSignedFor).length + signable.length,
    added: isGoing ? addedTo(tasks) : [],
    isGoing,
    changes,
    liveVersion,
    formKey,
  };
}

/** The draft of a signature for a stop. */
export const signatureKey = (person: number | null, stopId: number) =>
  draftKey(person, 'signature', String(stopId));

/** Deletes the driver's signatures and photos of all other stops, which are sent or no longer needed. */
export function forgetProofExcept(driverId: number, stopIds: number[]): void {
  forgetUnwanted(driverId, 'signature', stopIds.map(String));
  void forgetPhotos(driverId, stopIds);
}

/** For clientLoaders. Offline, it takes the stop from the data of the page behind the dialog. */
export function withCachedStop(
  request: Request,
  taskIdParam: string | undefined,
  ask: () => Promise<GoingStop>,
): Promise<GoingStop> {
  const route = cachedRoute();
  const requestedIds = askedFor(Number(taskIdParam), new URL(request.url).searchParams);
  return withCachedRoute(ask, route && goingStop(route, requestedIds, ''));
}

// Gives a refusal time to arrive while the dialog is open. On a slow connection the dialog closes before the answer.
const TIMEOUT_MS = 3_000;

/** For clientActions. Sends the form through the outbox and returns to the route. */
export const performAtStop = async <Result,>(
  request: Request,
  read: Parameters<typeof stopActionOf>[1],
  ask: () => Promise<Result>,
) =>
  perform(request, {
    act: await stopActionOf(await request.clone().formData(), read),
    ask,
    failure: driver.failed,
    redirectTo: '/driver',
    timeout: TIMEOUT_MS,
  });

/** Offers to add tasks that were assigned to this place after the driver left for it. */
export function AddedHere({ taskIds }: { taskIds: number[] }) {
  const fetcher = useFetcher();
  if (taskIds.length === 0) return null;
  return (
    <fetcher.Form method="post" action="/driver" className={css.added} aria-label={driver.addedHere}>
      <input type="hidden" name="intent" value="going" />
      {taskIds.map((id) => (
        <input key={id} type="hidden" name="taskIds" value={id} />
      ))}
      <span>{driver.include(taskIds.length)}</span>
      <Button size="touch" pending={fetcher.state !== 'idle' && driver.including}>
        {driver.includeButton}
      </Button>
    </fetcher.Form>
  );
}

type Props = {
  changes: StopChange[];
  isGoing: boolean;
  /** A sentence that tells the driver what to do. */ children: string;
};

/** Lists changes by others to tasks of the stop while its dialog was open. */
export function StopChangesBanner({ changes, isGoing, children }: Props) {
  if (changes.length === 0) return null;
  return (
    <Banner tone="error" title={isGoing ? driver.stopChanged : driver.notUnderWay}>
      {changes.map(({ taskId, by, what, at }) => (
        <p key={taskId}>
          {`${by} ${what} · `}
          <Time iso={at} />
        </p>
      ))}
      <p>{children}</p>
    </Banner>
  );
}
