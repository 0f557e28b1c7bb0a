/** Search and filters: a plain GET form. With JavaScript it sends itself. */
import { Form, Link } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { DRIVER_STATUSES, DRIVER_STATUS_LABELS, nameOf, type BoardRow } from '~/domain/tasks/board/board';
import { boardView } from '~/components/board/view';
import { Button } from '~/ui/button';
import { Checkbox, Input, Select } from '~/ui/field';
import { useAimedSearch } from '~/ui/use-aimed-search';
import { useFilterForm } from '~/ui/use-filter-form';
import * as css from './board.css';
import { isFiltering, readFilters } from './filters';
import { SEARCH_ID } from './use-board-keys';

const NO_FILTER = { q: null, driver: null, dealership: null, status: null, urgent: null };

export function Toolbar({ drivers }: { drivers: BoardRow[] }) {
  const search = useAimedSearch();
  const filters = readFilters(search);
  const hydrated = useHydrated();
  const { text, driverId, dealership, status, urgent } = filters;
  const form = useFilterForm({
    q: text,
    driver: driverId === null ? '' : String(driverId),
    dealership: dealership ?? '',
    status: status ?? '',
    urgent,
  });
  const dealerships = [...new Set(drivers.flatMap((driver) => driver.dealerships))].sort();
  const view = new URLSearchParams(boardView(search, NO_FILTER));
  return (
    <Form {...form} action="/dispatcher" className={css.toolbar} role="search">
      {[...view].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={css.searchBox}>
        <Input
          id={SEARCH_ID}
          type="search"
          name="q"
          defaultValue={filters.text}
          placeholder="Search tasks and drivers"
          aria-label="Search tasks and drivers"
          aria-keyshortcuts="/"
          autoComplete="off"
          maxLength={100}
        />
      </div>
      <Select name="driver" aria-label="Driver" defaultValue={filters.driverId ?? ''}>
        <option value="">All drivers</option>
        {drivers.map((driver) => (
          <option key={driver.id} value={driver.id}>
            {nameOf(driver)}
          </option>
        ))}
      </Select>
      <Select name="dealership" aria-label="Dealership" defaultValue={filters.dealership ?? ''}>
        <option value="">All dealerships</option>
        {dealerships.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select name="status" aria-label="Driver status" defaultValue={filters.status ?? ''}>
        <option value="">Any status</option>
        {DRIVER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {DRIVER_STATUS_LABELS[status]}
          </option>
        ))}
      </Select>
      <Checkbox label="Urgent" name="urgent" value="1" defaultChecked={filters.urgent} />
      {!hydrated && <Button>Apply</Button>}
      {isFiltering(filters) && (
        <Link to={`/dispatcher${boardView(search, NO_FILTER)}`} preventScrollReset className={css.clear}>
          Clear
        </Link>
      )}
    </Form>
  );
}
