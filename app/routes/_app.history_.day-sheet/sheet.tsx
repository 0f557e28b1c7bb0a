import { Link } from '@remix-run/react';
import type { ArchivedRow } from '~/domain/views/history/archive';
import type { DaySheet } from '~/domain/views/history/archive.server';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { FACT_KEYS, factLabel, factsOf } from '~/domain/tasks/model/facts';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import { dayWords } from '~/ui/days';
import { Time } from '~/ui/time';
import { Table } from '~/ui/table';
import * as css from './sheet.css';

const FACTS = FACT_KEYS.map(factLabel).join(' / ');
const COLUMNS = ['Completed', 'Type', 'Location', FACTS, 'Need By', 'Signed by', 'Notes'];

/** One driver's day on paper. */
export function Sheet({ sheet: { driver, tasks }, date }: { sheet: DaySheet; date: string }) {
  return (
    <section className={css.sheet} aria-label={`Day sheet for ${driver}`}>
      <header className={css.head}>
        <h2>{driver}</h2>
        <p>{dayWords(date)}</p>
        <p>{summary(tasks)}</p>
      </header>
      <div className={css.scroll}>
        <Table columns={COLUMNS} className={css.table}>
          {tasks.map((task) => (
            <Line key={task.id} task={task} date={date} />
          ))}
        </Table>
      </div>
    </section>
  );
}

function Line({ task, date }: { task: ArchivedRow; date: string }) {
  const { type, location, address, completed_at, onTime, notes } = task;
  const due = task.deliver_by ?? task.need_by;
  return (
    <tr>
      <td>
        <Time iso={completed_at} day={date} />
        {task.minutes !== null && <div className={css.sub}>{task.minutes} min</div>}
      </td>
      <td>{TYPE_LABELS[type]}</td>
      <td>
        <Link to={`/proof/${String(task.id)}`} className={css.where}>
          {location}
        </Link>
        <div className={css.sub}>{address}</div>
      </td>
      <td>
        {factsOf(task).map(({ key, text }) => (
          <div key={key}>{text}</div>
        ))}
      </td>
      <td>
        {due && (
          <>
            <Time iso={due} day={date} />
            <div className={css.sub}>{onTime ? 'on time' : 'late'}</div>
          </>
        )}
      </td>
      <td>{signedBy(task)}</td>
      <td>{notes}</td>
    </tr>
  );
}

function signedBy(task: ArchivedRow): string {
  if (task.hasSignature) return task.signed_by ?? 'Signed';
  return isSignedFor(task) ? 'No signature' : '';
}

function summary(tasks: ArchivedRow[]): string {
  const due = tasks.filter(({ onTime }) => onTime !== null);
  const punctual = due.filter(({ onTime }) => onTime);
  const counted = `${String(tasks.length)} ${tasks.length === 1 ? 'task' : 'tasks'} completed`;
  return due.length === 0
    ? counted
    : `${counted}, ${String(punctual.length)} of ${String(due.length)} on time`;
}
