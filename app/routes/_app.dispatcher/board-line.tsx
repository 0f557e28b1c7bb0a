/** The head of the drivers' card, with what needs attention. */
import { Form, Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import {
  atRisk,
  ATTENTION_KINDS,
  ATTENTION_LABELS,
  attentionLevel,
  DRIVER_STATUS_LABELS,
  DRIVER_STATUSES,
  type Board,
  type BoardRow,
  isNotReady,
} from '~/domain/views/board/board';
import type { BoardView } from '~/domain/network/users/preferences';
import { useInboxCount, useLook } from '~/components/page/page-context';
import { KeptFields } from '~/forms/view-params';
import { boardView, useViewLink } from '~/components/board/board-links';
import { NEW_TASK, NewTaskLink } from '~/components/board/new-task';
import { Button, buttonLook, LinkButton } from '~/ui/button';
import { Time, useNow } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { nameOf } from '~/domain/tasks/model/stops';
import { Checkbox, SelectField } from '~/ui/field';
import { useUnfolding } from '~/ui/menu';
import { useAimedSearch, useFilterForm } from '~/ui/filter-form';
import { readFilters, type Filters } from './filters';
import * as css from './board.css';

type Props = {
  board: Board;
  /** The time when the page was made, ISO 8601. */
  loadedAt: string;
  /** The number of deliveries that are likely to be late. */
  late: number;
};

export function CardHead({ drivers, children }: { drivers: BoardRow[]; children: ReactNode }) {
  const viewLink = useViewLink();
  return (
    <div className={css.line}>
      <h2 id="driver-status" className={css.title}>
        Driver Status
      </h2>
      {children}
      <div className={css.end}>
        <ViewSwitch />
        <Filter drivers={drivers} />
        <NewTaskLink to={viewLink(NEW_TASK)} hasKey />
        <LinkButton to={viewLink('/dispatcher/archive')} preventScrollReset>
          Archive Tasks
        </LinkButton>
      </div>
    </div>
  );
}

const VIEWS: [BoardView, string][] = [
  ['counts', 'Counts'],
  ['timeline', 'Timeline'],
];

/** The columns beside each driver. The choice is the user's, on every device. */
function ViewSwitch() {
  const { boardView } = useLook();
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/dispatcher/view" preventScrollReset replace className={css.views}>
      <input type="hidden" name="back" value={pathname + search} />
      {VIEWS.map(([view, label]) => (
        <button
          key={view}
          name="boardView"
          value={view}
          aria-pressed={view === boardView}
          className={css.view}
        >
          {label}
        </button>
      ))}
    </Form>
  );
}

/** The kinds of tasks and runs that need a person, with counts; nothing without any. */
export function AttentionLinks({ board: { attention, unassigned, runs }, loadedAt, late }: Props) {
  const { counts, dues } = attention;
  const now = useNow() ?? Date.parse(loadedAt);
  const bar = useLinksInPlace<HTMLElement>();
  const viewLink = useViewLink();
  const notReady = runs.filter((run) => isNotReady(run, now)).length;
  const all = { ...counts, 'at-risk': atRisk(dues, now).length, late, 'not-ready': notReady };
  const next = dues.find(({ needBy }) => Date.parse(needBy) > now);
  const kinds = ATTENTION_KINDS.filter((kind) => all[kind] > 0);
  const waiting = useInboxCount();
  if (kinds.length === 0 && !next && waiting === 0) return null;
  return (
    <nav aria-label="Needs attention" className={css.attention} ref={bar}>
      {kinds.map((kind) => (
        <a
          key={kind}
          data-level={attentionLevel(kind, unassigned)}
          href={viewLink(`/dispatcher/attention?kind=${kind}`)}
          className={css.chip}
        >
          {all[kind]}{' '}
          {kind === 'not-ready' && notReady === 1 ? 'run not ready' : ATTENTION_LABELS[kind].toLowerCase()}
          {kind === 'unassigned' && unassigned.urgent && `, ${String(unassigned.urgent.count)} urgent`}
        </a>
      ))}
      {waiting > 0 && (
        <a data-level="open" href="/dispatcher/inbox" className={css.chip}>
          {waiting} in the inbox
        </a>
      )}
      {next && (
        <a href={viewLink(`/dispatcher/tasks/${String(next.id)}`)} className={css.chip}>
          {next.isHeld ? 'Next release' : 'Next need-by'} <Time iso={next.needBy} />
        </a>
      )}
    </nav>
  );
}

const NO_FILTER = { driver: null, dealership: null, status: null, urgent: null };

/**
 * A button that shows the set filters and opens them. They are a plain GET form, which submits itself with JavaScript.
 */
function Filter({ drivers }: { drivers: BoardRow[] }) {
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
  return (
    <Form {...form} action="/dispatcher" className={css.filterForm}>
      <KeptFields search={boardView(search, NO_FILTER)} />
      <SelectField
        label="Driver"
        name="driver"
        id="filter-driver"
        defaultValue={driverId ?? ''}
        none="All drivers"
        options={drivers.map((driver) => [driver.id, nameOf(driver)])}
      />
      <SelectField
        label="Dealership"
        name="dealership"
        id="filter-dealership"
        defaultValue={dealership ?? ''}
        none="All dealerships"
        options={dealerships.map((name) => [name, name])}
      />
      <SelectField
        label="Driver status"
        name="status"
        id="filter-status"
        defaultValue={status ?? ''}
        none="Any status"
        options={DRIVER_STATUSES.map((each) => [each, DRIVER_STATUS_LABELS[each]])}
      />
      <Checkbox label="Urgent" name="urgent" value="1" defaultChecked={urgent} />
      {!hydrated && <Button>Apply</Button>}
    </Form>
  );
}
