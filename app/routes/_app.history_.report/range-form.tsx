/** A plain GET form for the range and the driver, with links to frequent ranges. */
import { Form, Link } from '@remix-run/react';
import { NO_DRIVER } from '~/domain/views/history/report';
import { MOST_DAYS } from '~/domain/network/settings/days';
import type { DriverChoice } from '~/domain/views/history/archive.server';
import { rangePath, type Range } from '~/components/history/history-links';
import { Button } from '~/ui/button';
import { addDays, addMonths } from '~/ui/days';
import { Field, Input, Select } from '~/ui/field';
import * as css from './report.css';

type Props = { range: Range; drivers: DriverChoice[]; today: string };

export function RangeForm({ range, drivers, today }: Props) {
  return (
    // The key makes the fields show the values of a link that was clicked.
    <Form action="/history/report" className={css.form} key={rangePath('', range)}>
      <Field label="From" name="from">
        {(control) => <Input {...control} type="date" defaultValue={range.from} />}
      </Field>
      <Field label="To" name="to">
        {(control) => <Input {...control} type="date" defaultValue={range.to} />}
      </Field>
      <Field label="Driver" name="driver">
        {(control) => (
          <Select {...control} defaultValue={range.driverId ?? ''}>
            <option value="">All drivers</option>
            {drivers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value="0">{NO_DRIVER}</option>
          </Select>
        )}
      </Field>
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
