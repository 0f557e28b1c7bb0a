import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, Link, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { HeaderTools } from '~/components/board/new-task';
import { getHistoryDay } from '~/modules/history/archive.server';
import { dataAsOf } from '~/domain/platform/replica.server';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { partFailure } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { AsOf } from '~/modules/history/as-of';
import { historyPath, readHistoryView, type HistoryView } from '~/modules/history/history-links';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { Button, LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { isDay } from '~/domain/kernel/time';
import { factLines } from '~/domain/tasks/model/facts';
import { orderLine } from '~/domain/tasks/model/office-facts';
import { nameOf } from '~/domain/tasks/model/stops';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import { ROWS_PER_PAGE, type ArchivedRow, type HistoryDay } from '~/modules/history/archive';
import { NO_DRIVER } from '~/modules/history/report';
import { Badge } from '~/ui/badge';
import { EmptyState } from '~/ui/banner';
import { Card } from '~/ui/card';
import { edge } from '~/ui/card.css';
import { DateInput } from '~/ui/date-input';
import { addDays, dayWords } from '~/ui/days';
import { TryAgain } from '~/ui/failure';
import { Input } from '~/ui/field';
import { useAimedSearch, useDelayedSubmit } from '~/ui/filter-form';
import { ClearSearch } from '~/ui/clear-search';
import * as icon from '~/ui/icon.css';
import { Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './history.css';

export const meta: MetaFunction = () => [{ title: 'Task History · Parts Dispatch' }];

export const handle = { HeaderTools };

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const today = businessToday();
  const view = readHistoryView(new URL(request.url).search);
  try {
    const day = await getHistoryDay(actor, { ...view, date: view.date ?? today });
    return data({ today, day, asOf: dataAsOf(), trouble: null });
  } catch (error) {
    // The rest of the page stays, because another day may work.
    const { message, ...init } = partFailure(error);
    return data({ today, day: null, asOf: null, trouble: init.status === 422 ? message : '' }, init);
  }
}

export const shouldRevalidate = skipRevalidationUnderDialog((search) => historyPath(readHistoryView(search)));

export default function History() {
  const { today, day, asOf, trouble } = useLoaderData<typeof loader>();
  const view = readHistoryView(useLocation().search);
  const date = day?.date ?? view.date ?? today;
  return (
    <Stack gap={4}>
      <Inline spread>
        <h1>Task History</h1>
        <Inline>
          <LinkButton to={`/history/day-sheet${historyPath({ date }).slice('/history'.length)}`}>
            Day Sheets
          </LinkButton>
          <LinkButton to="/history/report">Report and Export</LinkButton>
        </Inline>
      </Inline>
      <p>Archived tasks, by completion day.</p>
      <AsOf at={asOf} />
      {day && <DriverCards day={day} view={view} />}
      <TaskArchive day={day} view={view} today={today} trouble={trouble} />
      <Outlet />
    </Stack>
  );
}

const MOST_COLUMNS = 6;

type CardsProps = { day: HistoryDay; view: HistoryView };

/** The number of each driver's archived tasks on that day. A card leads to that driver's tasks. */
function DriverCards({ day: { date, drivers }, view }: CardsProps) {
  if (drivers.length === 0) return <p>No drivers found in the system</p>;
  const columns = Math.min(MOST_COLUMNS, drivers.length) as keyof typeof css.columns;
  return (
    <ul className={css.columns[columns]} aria-label="Archived tasks per driver">
      {drivers.map(({ driverId, person, count }) => {
        const isChosen = view.driverId === (driverId ?? 0);
        const to = historyPath({ date, search: view.search, driverId: isChosen ? null : (driverId ?? 0) });
        return (
          <li key={driverId}>
            <Link
              to={to}
              preventScrollReset
              className={css.driver}
              aria-current={isChosen ? 'true' : undefined}
              data-none={count === 0 ? '' : undefined}
            >
              <span className={css.driverName}>{person ? nameOf(person) : NO_DRIVER}</span>
              <span className={css.count}>{count}</span>
              <span className={css.unit}>{count === 1 ? 'task' : 'tasks'}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

type Props = {
  day: HistoryDay | null;
  view: HistoryView;
  today: string;
  /** The reason why the day is invalid; empty for a failure of the server. */
  trouble: string | null;
};

function TaskArchive({ day, view, today, trouble }: Props) {
  return (
    <Card
      title="Task Archive"
      id="task-archive"
      flush
      actions={day && <span className={css.dayWords}>{dayWords(day.date)}</span>}
    >
      <ArchiveToolbar today={today} />
      {day ? <Found day={day} view={view} /> : <LoadingTrouble trouble={trouble} />}
    </Card>
  );
}

function Found({ day, view }: { day: HistoryDay; view: HistoryView }) {
  const isNarrowed = view.search.trim() !== '' || view.driverId !== null;
  if (day.taskCount === 0) return <EmptyState>{day.removed ?? 'No archived tasks for this date'}</EmptyState>;
  if (day.found === 0) {
    return (
      <EmptyState action={<ClearSearch to={historyPath({ date: day.date })} searchId={SEARCH_ID} />}>
        No tasks match your search
      </EmptyState>
    );
  }
  return (
    <>
      <p className={css.counted} role="status">
        {sentence(day, isNarrowed)}{' '}
        {isNarrowed && (
          <Link to={historyPath({ date: day.date })} preventScrollReset>
            Show all
          </Link>
        )}
      </p>
      <ArchiveRows rows={day.rows} view={{ ...view, date: day.date, page: day.page }} />
      <Pages day={day} view={view} />
    </>
  );
}

function sentence({ found, taskCount, page, rows }: HistoryDay, isNarrowed: boolean): string {
  const all = `${found.toLocaleString('en-US')}${isNarrowed ? ` of ${taskCount.toLocaleString('en-US')}` : ''} ${taskCount === 1 ? 'task' : 'tasks'}`;
  if (found <= ROWS_PER_PAGE) return `${all}.`;
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  return `${all}, showing ${String(first)} to ${String(first + rows.length - 1)}.`;
}

function Pages({ day: { date, found, page }, view }: { day: HistoryDay; view: HistoryView }) {
  const last = Math.ceil(found / ROWS_PER_PAGE);
  if (last === 1) return null;
  return (
    <nav aria-label="Pages of tasks" className={css.pages}>
      {page > 1 && <LinkButton to={historyPath({ ...view, date, page: page - 1 })}>Later tasks</LinkButton>}
      <span>
        Page {page} of {last}
      </span>
      {page < last && (
        <LinkButton to={historyPath({ ...view, date, page: page + 1 })}>Earlier tasks</LinkButton>
      )}
    </nav>
  );
}

function ArchiveRows({ rows, view }: { rows: ArchivedRow[]; view: HistoryView }) {
  const list = useLinksInPlace<HTMLUListElement>();
  return (
    <ul ref={list} aria-label="Archived tasks">
      {rows.map((task) => (
        <li key={task.id}>
          <a
            href={historyPath(view, `/tasks/${String(task.id)}`)}
            className={`${css.row} ${edge[task.type]}`}
          >
            <Row task={task} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Row({ task }: { task: ArchivedRow }) {
  const { type, priority, location, completed_at, deliver_by, need_by, driver, notes } = task;
  const times = [
    ['Deliver By', deliver_by],
    ['Need By', need_by],
  ] as const;
  const due = deliver_by ?? need_by;
  return (
    <>
      <span className={css.badges}>
        <Badge tone={type}>{TYPE_LABELS[type]}</Badge>
        {priority === 'urgent' && <Badge tone="urgent">! Urgent</Badge>}
      </span>
      <span className={css.cell}>
        <strong className={css.title}>{location}</strong>
        <span className={css.sub}>{[...factLines(task), orderLine(task)].filter(Boolean).join(' · ')}</span>
        {notes && <span className={css.notes}>{notes}</span>}
      </span>
      <span className={css.cell}>{driver ?? NO_DRIVER}</span>
      <span className={css.cell}>
        <span>
          Completed <Time iso={completed_at} day={null} />
        </span>
        {times.map(([label, at]) => {
          const isLate = at === due && !task.onTime;
          return (
            at && (
              <span key={label} className={isLate ? css.late : css.sub}>
                {label} <Time iso={at} day={null} />
                {isLate && ' · late'}
              </span>
            )
          );
        })}
      </span>
    </>
  );
}

/** Shown instead of the rows. */
function LoadingTrouble({ trouble }: { trouble: string | null }) {
  return (
    <div className={css.trouble} role="alert">
      <h3>Error loading history</h3>
      {trouble ? (
        <p>
          {trouble}. Choose another day, or <Link to="/history">go to today</Link>.
        </p>
      ) : (
        <>
          <p>Unable to load task history. Please try refreshing the page.</p>
          <TryAgain />
        </>
      )}
    </div>
  );
}

/** Search and day in a plain GET form, which submits itself with JavaScript. */
const SEARCH_ID = 'history-search';
const DEBOUNCE_MS = 250;
/** Earlier than any archived task. */
const FIRST_DAY = '2000-01-01';

function ArchiveToolbar({ today }: { today: string }) {
  const view = readHistoryView(useAimedSearch());
  const date = view.date ?? today;
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { sendAfter, cancel } = useDelayedSubmit(form);
  const [chosen, choose] = useState(date);
  useEffect(() => {
    choose(date);
  }, [date]);
  useEffect(() => {
    // The box follows the address (Back, Show all), but not during typing.
    if (search.current && search.current !== document.activeElement) search.current.value = view.search;
  }, [view.search]);

  const send = () => {
    sendAfter(DEBOUNCE_MS);
  };
  const step = (days: number) =>
    historyPath({ ...view, date: addDays(isDay(date) ? date : today, days), page: 1 });
  return (
    <Form ref={form} action="/history" role="search" className={css.toolbar} onSubmit={cancel}>
      <div className={css.searchBox}>
        <Input
          ref={search}
          id={SEARCH_ID}
          type="search"
          name="q"
          defaultValue={view.search}
          placeholder="Search by driver or account..."
          aria-label="Search by driver or account"
          autoComplete="off"
          maxLength={100}
          onChange={send}
        />
      </div>
      {view.driverId !== null && <input type="hidden" name="driver" value={view.driverId} />}
      <div className={css.day}>
        <LinkButton to={step(-1)} preventScrollReset aria-label="Previous day">
          <span aria-hidden="true" className={icon.chevronLeft} />
        </LinkButton>
        <DateInput
          name="date"
          aria-label="Day"
          value={isDay(chosen) ? chosen : ''}
          min={FIRST_DAY}
          today={today}
          onChoose={(day) => {
            choose(day);
            if (isDay(day) && day >= FIRST_DAY) send();
          }}
        />
        <LinkButton to={step(1)} preventScrollReset aria-label="Next day">
          <span aria-hidden="true" className={icon.chevronRight} />
        </LinkButton>
      </div>
      {date !== today && (
        <LinkButton to={historyPath({ ...view, date: null, page: 1 })} preventScrollReset>
          Today
        </LinkButton>
      )}
      {!hydrated && <Button>Show</Button>}
    </Form>
  );
}
