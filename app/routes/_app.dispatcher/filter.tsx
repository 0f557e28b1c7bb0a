/**
 * A button that shows the set filters and opens them. They are a plain GET form, which submits itself with JavaScript.
 */
import { Form, Link } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { DRIVER_STATUSES, DRIVER_STATUS_LABELS, type BoardRow } from '~/domain/views/board/board';
import { nameOf } from '~/domain/tasks/model/stops';
import { boardView } from '~/components/board/board-links';
import { Button, buttonLook } from '~/ui/button';
import { Checkbox, Field, Select } from '~/ui/field';
import { useUnfolding } from '~/ui/menu';
import { useAimedSearch } from '~/ui/use-aimed-search';
import { useFilterForm } from '~/ui/use-filter-form';
import { readFilters, type Filters } from './filters';
import * as css from './tools.css';

const NO_FILTER = { driver: null, dealership: null, status: null, urgent: null };

export function Filter({ drivers }: { drivers: BoardRow[] }) {
  const search = useAimedSearch();
  const filters = readFilters(search);
  const details = useUnfolding();
  const set = inWords(filters, drivers);
  return (
    <>
      {set.length > 0 && (
        <Link to={`/dispatcher${boardView(search, NO_FILTER)}`} preventScrollReset className={css.clear}>
          Clear
        </Link>
      )}
      <details ref={details} className={css.filter}>
        <summary {...buttonLook({})}>{set.length > 0 ? `Filter: ${set.join(', ')}` : 'Filter'}</summary>
        <FilterForm drivers={drivers} filters={filters} search={search} />
      </details>
    </>
  );
}

/** The set filters in words, for the button. */
function inWords({ driverId, dealership, status, urgent }: Filters, drivers: BoardRow[]): string[] {
  const driver = drivers.find(({ id }) => id === driverId);
  return [
    driverId !== null && (driver ? nameOf(driver) : 'Former driver'),
    dealership,
    status && DRIVER_STATUS_LABELS[status],
    urgent && 'urgent',
  ].filter((word) => typeof word === 'string');
}

type FormProps = { drivers: BoardRow[]; filters: Filters; search: string };

function FilterForm({ drivers, filters: { driverId, dealership, status, urgent }, search }: FormProps) {
  const hydrated = useHydrated();
  const form = useFilterForm({
    driver: driverId === null ? '' : String(driverId),
    dealership: dealership ?? '',
    status: status ?? '',
    urgent,
  });
  const dealerships = [...new Set(drivers.flatMap((driver) => driver.dealerships))].sort();
  const view = new URLSearchParams(boardView(search, NO_FILTER));
  return (
    <Form {...form} action="/dispatcher" className={css.filterForm}>
      {[...view].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field label="Driver" name="driver" id="filter-driver">
        {(control) => (
          <Select {...control} defaultValue={driverId ?? ''}>
            <option value="">All drivers</option>
            {drivers.map((driver) => (
              <option key={driver.id} value={driver.id}>
                {nameOf(driver)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Dealership" name="dealership" id="filter-dealership">
        {(control) => (
          <Select {...control} defaultValue={dealership ?? ''}>
            <option value="">All dealerships</option>
            {dealerships.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Driver status" name="status" id="filter-status">
        {(control) => (
          <Select {...control} defaultValue={status ?? ''}>
            <option value="">Any status</option>
            {DRIVER_STATUSES.map((each) => (
              <option key={each} value={each}>
                {DRIVER_STATUS_LABELS[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Checkbox label="Urgent" name="urgent" value="1" defaultChecked={urgent} />
      {!hydrated && <Button>Apply</Button>}
    </Form>
  );
}
