import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { Actor } from '~/domain/kernel/actor';
import { businessZone } from '~/domain/network/settings/network.server';
import { nameOf } from '~/domain/tasks/model/stops';
import { getDriver, getRunSheet } from '~/domain/views/board/board.server';
import { getRunView } from '~/domain/views/runs/run.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { placeOf, stopsOf, type StopTasks } from '~/components/stop-order/stops';
import { LinkButton } from '~/ui/button';
import { PrintButton } from '~/ui/print-button';
import { dayWords } from '~/ui/days';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { ShownZone, Time } from '~/ui/time';
import { EmptyState } from '~/ui/banner';
import { DeliverBy } from '~/components/task-card/badges';
import { factLines } from '~/domain/tasks/model/facts';
import { TYPE_LABELS, type TaskCard } from '~/domain/tasks/model/task';
import { attemptOf, needsOf } from '~/domain/tasks/model/task-texts';
import * as css from './sheet.css';
import { isDone, isLinked, isOnTab, isOpen, STATUS, TABS } from '~/domain/tasks/model/statuses';

export const meta: MetaFunction = () => [{ title: 'Run Sheet · Parts Dispatch' }];

const TITLES = {
  active: 'Route',
  [STATUS.nextRoute]: 'Next Route',
  [STATUS.hold]: 'Hold',
  [STATUS.completed]: 'Completed today',
};
const PARTS = TABS.map((tab) => ({ title: TITLES[tab], isShown: isOnTab(tab) }));

/**
 * `?day=today` adds tasks that were completed today; `?tasks=1,2` shows only these tasks. `?run=3` is the manifest of
 * that run, in its order.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const { searchParams } = new URL(request.url);
  const isDay = searchParams.get('day') === 'today';
  const wanted = searchParams.get('tasks')?.split(',');
  const driverId = params.driverId === 'unassigned' ? null : pathIdOr404(params.driverId);
  const runId = searchParams.get('run');
  return load(async () => {
    if (runId !== null) return getManifest(actor, pathIdOr404(runId));
    const { tasks, ...sheet } = await getRunSheet(actor, driverId, isDay || wanted !== undefined);
    const shown = wanted ? tasks.filter(({ id }) => wanted.includes(String(id))) : tasks;
    return { ...sheet, isDay, isSome: wanted !== undefined, run: null, tasks: shown };
  });
}

async function getManifest(actor: Actor, runId: number) {
  const { run, tasks } = await getRunView(actor, runId);
  const driver = run.driverId === null ? null : await getDriver(actor, run.driverId);
  return { driver, day: run.day, zone: businessZone(), isDay: false, isSome: false, run, tasks };
}

export default function RunSheetPage() {
  const { driver, day, zone, isDay, isSome, run, tasks } = useLoaderData<typeof loader>();
  const list = run
    ? `/dispatcher/run/${String(run.id)}`
    : `/dispatcher/drivers/${driver ? String(driver.id) : 'unassigned'}`;
  const open = tasks.filter(isOpen).length;
  const done = tasks.length - open;
  // A run is driven in its order, whatever has been done of it.
  const kinds = run ? [{ title: 'Stops', isShown: () => true }] : PARTS;
  const parts = kinds
    .map(({ title, isShown }) => ({
      title,
      stops: stopsOf(tasks.filter(isShown)),
    }))
    .filter(({ stops }) => stops.length > 0);
  return (
    <Stack gap={4}>
      <div className={noPrint}>
        <Inline spread>
          <Inline>
            <LinkButton to={list}>{run ? 'Back to the run' : 'Back to the list'}</LinkButton>
            {!run && (
              <>
                <LinkButton to={`${list}/sheet`} aria-current={isDay || isSome ? undefined : 'page'}>
                  Open tasks
                </LinkButton>
                <LinkButton to={`${list}/sheet?day=today`} aria-current={isDay ? 'page' : undefined}>
                  All of today
                </LinkButton>
              </>
            )}
          </Inline>
          <PrintButton />
        </Inline>
      </div>
      {/* A sheet is for a business day, so its times are in the business' zone. */}
      <ShownZone.Provider value={{ zone, business: zone, followsDevice: false }}>
        <article className={css.sheet} aria-label={run ? 'Manifest' : 'Run sheet'}>
          <header className={css.head}>
            {run ? (
              <>
                <h1>
                  {run.name} <Time iso={run.departsAt} day={day} />
                </h1>
                <p>{[driver ? nameOf(driver) : 'No driver yet', run.vehicle].filter(Boolean).join(' · ')}</p>
              </>
            ) : (
              <h1>{driver ? nameOf(driver) : 'Unassigned'}</h1>
            )}
            {driver?.phone && <p>{driver.phone}</p>}
            <p>{dayWords(day)}</p>
            <p>
              {String(open)} open{isDay || done > 0 ? `, ${String(done)} completed` : ''}
            </p>
          </header>
          {parts.length === 0 && (
            <EmptyState>
              {isDay ? 'No tasks today. Tasks appear here once they are assigned.' : 'No open tasks.'}
            </EmptyState>
          )}
          {parts.map((part) => (
            <SheetPart key={part.title} {...part} day={day} />
          ))}
        </article>
      </ShownZone.Provider>
    </Stack>
  );
}

type Props = { title: string; stops: StopTasks[]; /** yyyy-mm-dd */ day: string };

/** Stops of one kind in their order. */
function SheetPart({ title, stops, day }: Props) {
  return (
    <section>
      <h2 className={css.part}>{title}</h2>
      <ol className={css.stops}>
        {stops.map((stop, index) => (
          <Stop key={placeOf(stop)} stop={stop} number={index + 1} day={day} />
        ))}
      </ol>
    </section>
  );
}

function Stop({ stop, number, day }: { stop: StopTasks; number: number; day: string }) {
  const [first] = stop;
  const [needBy] = stop.flatMap(({ need_by }) => need_by ?? []).sort();
  const isOver = isDone(first);
  return (
    <li className={css.stop}>
      <span className={css.number}>{number}</span>
      <div>
        <div className={css.place}>
          <h3>{first.location}</h3>
          {first.phone && <span>{first.phone}</span>}
          {needBy && (
            <strong className={css.due}>
              Need By <Time iso={needBy} day={day} />
            </strong>
          )}
          <DeliverBy tasks={stop} day={day} className={css.due} />
        </div>
        <p>{first.address}</p>
        <ul>
          {stop.map((task) => (
            <Task key={task.id} task={task} day={day} />
          ))}
        </ul>
        {!isOver && (
          <p className={css.sign}>
            <span>Signature</span>
            <span>Name</span>
            <span>Time</span>
          </p>
        )}
      </div>
    </li>
  );
}

function Task({ task, day }: { task: TaskCard; day: string }) {
  const { type, status, priority, notes, instructions, completed_at, signed_by } = task;
  const facts = [
    priority === 'urgent' && 'URGENT',
    ...factLines(task),
    task.destinationAccount && `Deliver to ${task.destinationAccount}`,
    task.transferTo && `To ${nameOf(task.transferTo)}`,
    task.transfer_destination_location && `Then to ${task.transfer_destination_location}`,
    isLinked({ status }) && task.linkedTask && `Waiting for the transfer at ${task.linkedTask.location}`,
    ...needsOf(task),
    attemptOf(task),
    task.failure_reason && `Could not complete: ${task.failure_reason}`,
    signed_by && `Signed by ${signed_by}`,
  ];
  return (
    <li>
      <span aria-hidden="true">{isDone({ status }) ? '☑' : '☐'}</span> <strong>{TYPE_LABELS[type]}</strong>{' '}
      {facts.filter(Boolean).join(' · ')}
      {completed_at && (
        <>
          {' · completed '}
          <Time iso={completed_at} day={day} />
        </>
      )}
      {instructions && <p className={css.notes}>{instructions}</p>}
      {notes && <p className={css.notes}>{notes}</p>}
    </li>
  );
}
