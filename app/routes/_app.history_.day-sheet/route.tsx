import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { getDaySheets, listHistoryDrivers, type DaySheet } from '~/modules/history/archive.server';
import { dataAsOf } from '~/domain/platform/replica.server';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { partFailure } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { AsOf } from '~/modules/history/as-of';
import { historyPath, readHistoryView } from '~/modules/history/history-links';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { PrintButton } from '~/ui/print-button';
import { InputField, SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { ShownZone, Time } from '~/ui/time';
import { durationLabel } from '~/domain/kernel/time';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { FACT_KEYS, factLabel, factsOf } from '~/domain/tasks/model/facts';
import { orderLine } from '~/domain/tasks/model/office-facts';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import type { ArchivedRow } from '~/modules/history/archive';
import { dayWords } from '~/ui/days';
import { Table } from '~/ui/table';
import * as css from './sheet.css';

export const meta: MetaFunction = () => [{ title: 'Day Sheets · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const view = readHistoryView(new URL(request.url).search);
  const date = view.date ?? businessToday();
  const zone = businessZone();
  const { driverId } = view;
  const drivers = await listHistoryDrivers(actor);
  try {
    const sheets = await getDaySheets(actor, { date, driverId });
    return data({ date, zone, driverId, drivers, sheets, asOf: dataAsOf(), trouble: null });
  } catch (error) {
    const { message, ...init } = partFailure(error);
    return data({ date, zone, driverId, drivers, sheets: [], asOf: null, trouble: message }, init);
  }
}

export default function DaySheets() {
  const { date, zone, driverId, drivers, sheets, asOf, trouble } = useLoaderData<typeof loader>();
  return (
    <Stack gap={4}>
      <div className={noPrint}>
        <Inline spread>
          <h1>Day Sheets</h1>
          <Inline>
            <LinkButton to={historyPath({ date })}>Task History</LinkButton>
            {sheets.length > 0 && <PrintButton />}
          </Inline>
        </Inline>
      </div>
      <Form className={`${css.form} ${noPrint}`} key={`${date} ${String(driverId)}`}>
        <InputField label="Day" name="date" type="date" defaultValue={date} />
        <SelectField
          label="Driver"
          name="driver"
          defaultValue={driverId ?? ''}
          none="All drivers, one sheet each"
          options={drivers.map(({ id, name }) => [id, name])}
        />
        <Button>Show</Button>
      </Form>
      <p className={noPrint}>
        Archived tasks, by completion day. Open tasks are on a driver&apos;s run sheet.
      </p>
      <AsOf at={asOf} />
      {trouble && <Banner tone="error">{trouble}</Banner>}
      {!trouble && sheets.length === 0 && <EmptyState>No archived tasks for this date</EmptyState>}
      {/* A sheet is for a business day, so its times are in the business' zone. */}
      <ShownZone.Provider value={{ zone, business: zone, followsDevice: false }}>
        {sheets.map((sheet) => (
          <Sheet key={sheet.driverId} sheet={sheet} date={date} />
        ))}
      </ShownZone.Provider>
    </Stack>
  );
}

const FACTS = FACT_KEYS.map(factLabel).join(' / ');
const COLUMNS = ['Completed', 'Type', 'Location', FACTS, 'Need By', 'Signed by', 'Notes'];

/** One driver's day on paper. */
function Sheet({ sheet: { driver, tasks }, date }: { sheet: DaySheet; date: string }) {
  return (
    <section className={css.sheet} aria-label={`Day sheet for ${driver}`}>
      <header className={css.head}>
        <h2>{driver}</h2>
        <p>{dayWords(date)}</p>
        <p>{summary(tasks)}</p>
      </header>
      <div className={css.scroll}>
        <Table columns={COLUMNS} className={css.table}>
          {tasks.map((task) => (
            <Line key={task.id} task={task} date={date} />
          ))}
        </Table>
      </div>
    </section>
  );
}

function Line({ task, date }: { task: ArchivedRow; date: string }) {
  const { type, location, address, completed_at, onTime, notes } = task;
  const due = task.deliver_by ?? task.need_by;
  return (
    <tr>
      <td>
        <Time iso={completed_at} day={date} />
        {task.minutes !== null && <div className={css.sub}>{durationLabel(task.minutes)}</div>}
      </td>
      <td>{TYPE_LABELS[type]}</td>
      <td>
        <Link to={`/proof/${String(task.id)}`} className={css.where}>
          {location}
        </Link>
        <div className={css.sub}>{address}</div>
      </td>
      <td>
        {factsOf(task).map(({ key, text }) => (
          <div key={key}>{text}</div>
        ))}
        {orderLine(task)}
      </td>
      <td>
        {due && (
          <>
            <Time iso={due} day={date} />
            <div className={css.sub}>{onTime ? 'on time' : 'late'}</div>
          </>
        )}
      </td>
      <td>{signedBy(task)}</td>
      <td>{notes}</td>
    </tr>
  );
}

function signedBy(task: ArchivedRow): string {
  if (task.hasSignature) return task.signed_by ?? 'Signed';
  return isSignedFor(task) ? 'No signature' : '';
}

function summary(tasks: ArchivedRow[]): string {
  const due = tasks.filter(({ onTime }) => onTime !== null);
  const punctual = due.filter(({ onTime }) => onTime);
  const counted = `${String(tasks.length)} ${tasks.length === 1 ? 'task' : 'tasks'} completed`;
  return due.length === 0
    ? counted
    : `${counted}, ${String(punctual.length)} of ${String(due.length)} on time`;
}
