import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SheetPart } from '~/components/sheet/sheet';
import * as css from '~/components/sheet/sheet.css';
import { stopsOf } from '~/components/stop-order/stops';
import { nameOf } from '~/domain/tasks/model/stops';
import { getRunSheet } from '~/domain/views/board/board.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { EmptyState } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { dayWords } from '~/ui/days';
import { Inline, Stack } from '~/ui/layout';
import { PrintButton } from '~/ui/print-button';
import { noPrint } from '~/ui/print.css';
import { ShownZone } from '~/ui/time';

export const meta: MetaFunction = () => [{ title: 'Run Sheet · Parts Dispatch' }];

const PARTS = [
  { title: 'Route', statuses: ['going', 'pending', 'linked'] },
  { title: 'Next Route', statuses: ['next-route'] },
  { title: 'Hold', statuses: ['hold'] },
  { title: 'Completed today', statuses: ['completed'] },
];

/** `?day=today` adds tasks that were completed today; `?tasks=1,2` shows only these tasks. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const { searchParams } = new URL(request.url);
  const isDay = searchParams.get('day') === 'today';
  const wanted = searchParams.get('tasks')?.split(',');
  const driverId = params.driverId === 'unassigned' ? null : pathIdOr404(params.driverId);
  return load(async () => {
    const { tasks, ...sheet } = await getRunSheet(actor, driverId, isDay || wanted !== undefined);
    const shown = wanted ? tasks.filter(({ id }) => wanted.includes(String(id))) : tasks;
    return { ...sheet, isDay, isSome: wanted !== undefined, tasks: shown };
  });
}

export default function RunSheetPage() {
  const { driver, day, zone, isDay, isSome, tasks } = useLoaderData<typeof loader>();
  const list = `/dispatcher/drivers/${driver ? String(driver.id) : 'unassigned'}`;
  const open = tasks.filter(({ status }) => status !== 'completed').length;
  const done = tasks.length - open;
  const parts = PARTS.map(({ title, statuses }) => ({
    title,
    stops: stopsOf(tasks.filter(({ status }) => statuses.includes(status))),
  })).filter(({ stops }) => stops.length > 0);
  return (
    <Stack gap={4}>
      <div className={noPrint}>
        <Inline spread>
          <Inline>
            <LinkButton to={list}>Back to the list</LinkButton>
            <LinkButton to={`${list}/sheet`} aria-current={isDay || isSome ? undefined : 'page'}>
              Open tasks
            </LinkButton>
            <LinkButton to={`${list}/sheet?day=today`} aria-current={isDay ? 'page' : undefined}>
              All of today
            </LinkButton>
          </Inline>
          <PrintButton />
        </Inline>
      </div>
      {/* A sheet is for a business day, so its times are in the business' zone. */}
      <ShownZone.Provider value={{ zone, business: zone, followsDevice: false }}>
        <article className={css.sheet} aria-label="Run sheet">
          <header className={css.head}>
            <h1>{driver ? nameOf(driver) : 'Unassigned'}</h1>
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
