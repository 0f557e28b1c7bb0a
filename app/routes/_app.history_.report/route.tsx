import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { accuracyIn } from '~/domain/scheduling/arrivals/predictions.server';
import { businessToday, rangeOfDays } from '~/domain/network/settings/business-time.server';
import { listHistoryDrivers } from '~/domain/views/history/archive.server';
import { getReport } from '~/domain/views/history/report.server';
import type { Report } from '~/domain/views/history/schema';
import { partFailure } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { rangePath, readRange, type Range } from '~/components/history/history-links';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { addDays } from '~/ui/days';
import { EmptyState } from '~/ui/empty';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { PrintButton } from '~/ui/print-button';
import { DayCharts, DriverCharts } from './charts';
import { RangeForm } from './range-form';
import { ArrivalFigures, rangeWords, Totals } from './totals';

export const meta: MetaFunction = () => [{ title: 'History Report · Parts Dispatch' }];

const lastWeek = (today: string) => ({ from: addDays(today, -6), to: today });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const today = businessToday();
  const range = readRange(new URL(request.url).search, lastWeek(today));
  try {
    const days = rangeOfDays(range.from, range.to);
    const [drivers, report, accuracy] = await Promise.all([
      listHistoryDrivers(actor),
      getReport(actor, { ...days, driverId: range.driverId }),
      accuracyIn(days, range.driverId),
    ]);
    return data({ today, drivers, report, accuracy, trouble: null });
  } catch (error) {
    const { message, ...init } = partFailure(error);
    return data(
      { today, drivers: await listHistoryDrivers(actor), report: null, accuracy: null, trouble: message },
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
  const { today, drivers, report, accuracy, trouble } = useLoaderData<typeof loader>();
  const range = readRange(useLocation().search, lastWeek(today));
  return (
    <Stack gap={4}>
      <Inline spread>
        <h1>History Report</h1>
        <div className={noPrint}>
          <Inline>
            <LinkButton to="/history">Task History</LinkButton>
            {report && (
              <LinkButton to={rangePath('/history/export.csv', range)} reloadDocument download>
                Export CSV
              </LinkButton>
            )}
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
      {report && <Figures report={report} range={range} />}
      {accuracy && <ArrivalFigures accuracy={accuracy} />}
    </Stack>
  );
}
