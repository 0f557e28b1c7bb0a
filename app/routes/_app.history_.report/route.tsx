import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import { HeaderTools } from '~/components/board/new-task';
import { accuracyIn, type Accuracy } from '~/domain/scheduling/arrivals/predictions.server';
import { dataAsOf } from '~/domain/platform/replica.server';
import { businessToday, rangeOfDays } from '~/domain/network/settings/business-time.server';
import { listHistoryDrivers, type DriverChoice } from '~/modules/history/archive.server';
import type { Report } from '~/modules/history/schema';
import { getReport } from '~/modules/history/report.server';
import { partFailure } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { AsOf } from '~/modules/history/as-of';
import { rangePath, readRange, type Range } from '~/modules/history/history-links';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { ExportLink } from '~/ui/export-link';
import { PrintButton } from '~/ui/print-button';
import { Card } from '~/ui/card';
import { addDays, addMonths, WEEKDAYS } from '~/ui/days';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { dateLabel } from '~/domain/kernel/time';
import { MOST_DAYS } from '~/domain/network/settings/days';
import { NO_DRIVER, onTimeShare } from '~/modules/history/report';
import { InputField, SelectField } from '~/ui/field';
import { Table } from '~/ui/table';
import { keptPromises, type KeptPromises } from '~/domain/views/runs/kept.server';
import { countWords, DayCharts, DriverCharts, minutesWords, shareWords } from './charts';
import * as css from './report.css';

export const meta: MetaFunction = () => [{ title: 'History Report · Parts Dispatch' }];

export const handle = { HeaderTools };

const lastWeek = (today: string) => ({ from: addDays(today, -6), to: today });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const today = businessToday();
  const range = readRange(new URL(request.url).search, lastWeek(today));
  try {
    const days = rangeOfDays(range.from, range.to);
    const [drivers, report, accuracy, promises] = await Promise.all([
      listHistoryDrivers(actor),
      getReport(actor, { ...days, driverId: range.driverId }),
      accuracyIn(days, range.driverId),
      keptPromises(actor, days),
    ]);
    return data({ today, drivers, report, accuracy, promises, asOf: dataAsOf(), trouble: null });
  } catch (error) {
    const { message, ...init } = partFailure(error);
    return data(
      {
        today,
        drivers: await listHistoryDrivers(actor),
        report: null,
        accuracy: null,
        promises: null,
        asOf: null,
        trouble: message,
      },
      init,
    );
  }
}

function Figures({ report, range }: { report: Report; range: Range }) {
  if (report.total.completed === 0) {
    return (
      <Card title={rangeWords(report)}>
        <EmptyState>No archived tasks for these dates</EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Totals report={report} />
      <DriverCharts drivers={report.drivers} range={range} />
      <DayCharts days={report.days} driverId={range.driverId} />
    </>
  );
}

export default function HistoryReport() {
  const { today, drivers, report, accuracy, promises, asOf, trouble } = useLoaderData<typeof loader>();
  const range = readRange(useLocation().search, lastWeek(today));
  return (
    <Stack gap={4}>
      <Inline spread>
        <h1>History Report</h1>
        <div className={noPrint}>
          <Inline>
            <LinkButton to="/history">Task History</LinkButton>
            {report && <ExportLink to={rangePath('/history/export.csv', range)} />}
            {report && <PrintButton />}
          </Inline>
        </div>
      </Inline>
      <div className={noPrint}>
        <Card>
          <Stack gap={3}>
            {trouble && <Banner tone="error">{trouble}</Banner>}
            <RangeForm range={range} drivers={drivers} today={today} />
          </Stack>
        </Card>
      </div>
      <AsOf at={asOf} />
      {report && <Figures report={report} range={range} />}
      {accuracy && <ArrivalFigures accuracy={accuracy} />}
      {promises?.all && <PromiseFigures promises={promises} />}
    </Stack>
  );
}

type Props = { range: Range; drivers: DriverChoice[]; today: string };

/** A plain GET form for the range and the driver, with links to frequent ranges. */
function RangeForm({ range, drivers, today }: Props) {
  return (
    // The key makes the fields show the values of a link that was clicked.
    <Form action="/history/report" className={css.form} key={rangePath('', range)}>
      <InputField label="From" name="from" type="date" defaultValue={range.from} />
      <InputField label="To" name="to" type="date" defaultValue={range.to} />
      <SelectField
        label="Driver"
        name="driver"
        defaultValue={range.driverId ?? ''}
        none="All drivers"
        options={[...drivers.map(({ id, name }) => [id, name] as const), [0, NO_DRIVER]]}
      />
      <Button variant="primary">Show</Button>
      <nav aria-label="Ranges" className={css.ranges}>
        {rangesOf(today).map(({ label, from }) => (
          <Link key={label} to={rangePath('/history/report', { from, to: today, driverId: range.driverId })}>
            {label}
          </Link>
        ))}
      </nav>
    </Form>
  );
}

const rangesOf = (today: string) => [
  { label: 'Today', from: today },
  { label: '7 days', from: addDays(today, -6) },
  { label: '30 days', from: addDays(today, -29) },
  { label: 'This month', from: `${today.slice(0, 7)}-01` },
  { label: '3 months', from: addMonths(today, -3) },
  { label: '1 year', from: addDays(today, 1 - MOST_DAYS) },
];

const rangeWords = ({ from, to }: Pick<Report, 'from' | 'to'>) =>
  from === to ? dateLabel(from) : `${dateLabel(from)} to ${dateLabel(to)}`;

function Totals({ report }: { report: Report }) {
  const { total } = report;
  return (
    <Card title={rangeWords(report)} id="totals">
      <dl className={css.totals}>
        <Figure label="Completed" value={countWords(total.completed)} note="archived tasks" />
        <Figure
          label="On time"
          value={shareWords(onTimeShare(total))}
          note={`${countWords(total.onTime)} of ${countWords(total.due)} with a Deliver By or need-by time`}
        />
        <Figure
          label="Time per stop"
          value={minutesWords(total.median)}
          note={`median; average ${minutesWords(total.mean)}`}
        />
      </dl>
    </Card>
  );
}

const NOT_YET = 'not enough data yet';

/** The accuracy of predicted arrivals, at stops where a position shows the real arrival. */
function ArrivalFigures({ accuracy: { score, ranges, parts, count } }: { accuracy: Accuracy }) {
  const nearest = parts
    .filter(({ share }) => share !== null)
    .map(({ ahead, share }) => `${shareWords(share)} up to ${String(ahead)} min ahead`);
  return (
    <Card title="Arrival times" id="arrival-times">
      <dl className={css.totals}>
        <Figure label="Accurate" value={shareWords(score)} note={nearest.join(', ') || NOT_YET} />
        <Figure
          label="Within the range"
          value={shareWords(ranges)}
          note={ranges === null ? NOT_YET : `of ${countWords(count)} predictions`}
        />
      </dl>
    </Card>
  );
}

/** The promises of runs, and how they were kept, of all drivers. */
function PromiseFigures({ promises: { all, runs, weekdays } }: { promises: KeptPromises }) {
  const lines = [
    ...(all ? [{ ...all, key: 'All runs' }] : []),
    ...runs.map((run) => ({ ...run, key: [run.name, run.dealership].filter(Boolean).join(' · ') })),
    ...weekdays.map((day) => ({ ...day, key: WEEKDAYS[day.weekday % 7] ?? '' })),
  ];
  return (
    <Card title="Promises kept" id="kept-promises">
      <div className={css.scroll}>
        <Table className={css.table} columns={['Runs', 'Promised', 'Kept', 'Early', 'Late', 'Median delay']}>
          {lines.map(({ key, promised, kept, early, late, lateBy }) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              <td>{countWords(promised)}</td>
              <td>
                {countWords(kept)} ({shareWords((100 * kept) / promised)})
              </td>
              <td>{countWords(early)}</td>
              <td>{countWords(late)}</td>
              <td>{minutesWords(lateBy)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt className={css.figureLabel}>{label}</dt>
      <dd className={css.figure}>{value}</dd>
      <dd className={css.note}>{note}</dd>
    </div>
  );
}
