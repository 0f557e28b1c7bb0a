import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { getDaySheets, listHistoryDrivers } from '~/domain/views/history/archive.server';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { partFailure } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { historyPath, readHistoryView } from '~/components/history/history-links';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty';
import { Field, Input, Select } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { PrintButton } from '~/ui/print-button';
import { ShownZone } from '~/ui/time';
import { Sheet } from './sheet';
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
    return data({ date, zone, driverId, drivers, sheets, trouble: null });
  } catch (error) {
    const { message, ...init } = partFailure(error);
    return data({ date, zone, driverId, drivers, sheets: [], trouble: message }, init);
  }
}

export default function DaySheets() {
  const { date, zone, driverId, drivers, sheets, trouble } = useLoaderData<typeof loader>();
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
        <Field label="Day" name="date">
          {(control) => <Input {...control} type="date" defaultValue={date} />}
        </Field>
        <Field label="Driver" name="driver">
          {(control) => (
            <Select {...control} defaultValue={driverId ?? ''}>
              <option value="">All drivers, one sheet each</option>
              {drivers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button>Show</Button>
      </Form>
      <p className={noPrint}>
        Counts archived tasks by the day they were completed. Open tasks are on a driver&apos;s run sheet.
      </p>
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
