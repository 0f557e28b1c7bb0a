/** The manifest of a run: its stops with lines, boxes to tick and room for signatures. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SheetPart } from '~/components/sheet/sheet';
import * as css from '~/components/sheet/sheet.css';
import { stopsOf } from '~/components/stop-order/stops';
import { businessZone } from '~/domain/network/settings/network.server';
import { nameOf } from '~/domain/tasks/model/stops';
import { getDriver } from '~/domain/views/board/board.server';
import { getRunView } from '~/domain/views/runs/run.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { EmptyState } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { dayWords } from '~/ui/days';
import { Inline, Stack } from '~/ui/layout';
import { PrintButton } from '~/ui/print-button';
import { noPrint } from '~/ui/print.css';
import { ShownZone, Time } from '~/ui/time';

export const meta: MetaFunction = () => [{ title: 'Manifest · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const runId = pathIdOr404(params.runId);
  return load(async () => {
    const { run, tasks } = await getRunView(actor, runId);
    const driver = run.driverId === null ? null : await getDriver(actor, run.driverId).catch(() => null);
    return { run, driver, zone: businessZone(), tasks };
  });
}

export default function ManifestPage() {
  const { run, driver, zone, tasks } = useLoaderData<typeof loader>();
  const stops = stopsOf(tasks);
  const facts = [
    driver ? nameOf(driver) : 'No driver yet',
    driver?.phone,
    run.vehicle,
    run.dealership,
    `${String(stops.length)} ${stops.length === 1 ? 'stop' : 'stops'}`,
  ];
  return (
    <Stack gap={4}>
      <div className={noPrint}>
        <Inline spread>
          <LinkButton to={`/dispatcher/run/${String(run.id)}`}>Back to the run</LinkButton>
          <PrintButton />
        </Inline>
      </div>
      {/* A run leaves on the business' clocks. */}
      <ShownZone.Provider value={{ zone, business: zone, followsDevice: false }}>
        <article className={css.sheet} aria-label="Manifest">
          <header className={css.head}>
            <h1>
              {run.name} <Time iso={run.departsAt} day={run.day} />
            </h1>
            <p>{dayWords(run.day)}</p>
            <p>{facts.filter(Boolean).join(' · ')}</p>
          </header>
          {stops.length === 0 ? (
            <EmptyState>No tasks yet.</EmptyState>
          ) : (
            <SheetPart title="Stops" stops={stops} day={run.day} />
          )}
        </article>
      </ShownZone.Provider>
    </Stack>
  );
}
