import { Link } from '@remix-run/react';
import { ROWS_PER_PAGE, type HistoryDay } from '~/domain/history/archive';
import { historyPath, type HistoryView } from '~/components/history/view';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { dayWords } from '~/ui/days';
import { ClearSearch } from '~/ui/clear-search';
import { EmptyState } from '~/ui/empty';
import { ArchiveRows } from './archive-rows';
import { ArchiveToolbar, SEARCH_ID } from './archive-toolbar';
import * as css from './history.css';
import { LoadingTrouble } from './loading-trouble';

type Props = {
  day: HistoryDay | null;
  view: HistoryView;
  today: string;
  /** What is wrong with what was asked for; empty when it is not the asker's fault. */
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
  if (day.taskCount === 0) return <EmptyState>No archived tasks for this date</EmptyState>;
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
  return `${all}, ${String(first)} to ${String(first + rows.length - 1)} shown.`;
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
