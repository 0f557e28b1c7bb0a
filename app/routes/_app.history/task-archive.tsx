import { Link } from '@remix-run/react';
import { ROWS_PER_PAGE, type ArchivedRow, type HistoryDay } from '~/domain/views/history/archive';
import { historyPath, type HistoryView } from '~/components/history/history-links';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { dayWords } from '~/ui/days';
import { ClearSearch } from '~/ui/clear-search';
import { EmptyState } from '~/ui/empty';
import { NO_DRIVER } from '~/domain/views/history/report';
import { factLines } from '~/domain/tasks/model/facts';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import { Badge } from '~/ui/badge';
import { edge } from '~/ui/card.css';
import { Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { TryAgain } from '~/ui/try-again';
import { ArchiveToolbar, SEARCH_ID } from './archive-toolbar';
import * as css from './history.css';

type Props = {
  day: HistoryDay | null;
  view: HistoryView;
  today: string;
  /** The reason why the day is invalid; empty for a failure of the server. */
  trouble: string | null;
};

export function TaskArchive({ day, view, today, trouble }: Props) {
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
  const { type, priority, location, completed_at, deliver_by, driver, notes } = task;
  const due = deliver_by ?? task.need_by;
  return (
    <>
      <span className={css.badges}>
        <Badge tone={type}>{TYPE_LABELS[type]}</Badge>
        {priority === 'urgent' && <Badge tone="urgent">! Urgent</Badge>}
      </span>
      <span className={css.cell}>
        <strong className={css.title}>{location}</strong>
        <span className={css.sub}>{factLines(task).join(' · ')}</span>
        {notes && <span className={css.notes}>{notes}</span>}
      </span>
      <span className={css.cell}>{driver ?? NO_DRIVER}</span>
      <span className={css.cell}>
        <span>
          Completed <Time iso={completed_at} />
        </span>
        {due && (
          <span className={task.onTime ? css.sub : css.late}>
            {deliver_by ? 'Deliver By' : 'Need By'} <Time iso={due} />
            {!task.onTime && ' · late'}
          </span>
        )}
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
