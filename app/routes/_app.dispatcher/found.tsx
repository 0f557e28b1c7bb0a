import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/model/task';
import { factsOf } from '~/domain/tasks/model/facts';
import { FIND_FROM } from '~/domain/views/board/board';
import type { FoundTask, FoundTasks } from '~/domain/views/board/find.server';
import { useViewLink } from '~/components/board/board-links';
import { searchKey } from '~/domain/views/board/search';
import { Marked } from '~/components/board/marked';
import { Badge } from '~/ui/badge';
import { Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './found.css';

type Props = { text: string; found: FoundTasks | null };

const COLUMNS = ['Status', 'Location', 'Number', 'Driver', 'Since'];

/** The live and archived tasks that match the search. Each line shows the task's state without opening it. */
export function Found({ text, found }: Props) {
  const table = useLinksInPlace<HTMLDivElement>();
  if (text === '') return null;
  return (
    <section aria-label="Tasks found" className={css.found}>
      <p className={css.count} role="status">
        {sentence(text, found)}
      </p>
      {found && found.tasks.length > 0 && (
        <div role="table" aria-label="Tasks found" ref={table}>
          <div role="rowgroup" className={css.headGroup}>
            <div role="row" className={css.head}>
              {COLUMNS.map((name) => (
                <div key={name} role="columnheader">
                  {name}
                </div>
              ))}
            </div>
          </div>
          <div role="rowgroup">
            {found.tasks.map((task) => (
              <FoundRow key={task.id} task={task} wanted={searchKey(text)} />
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

function sentence(text: string, found: FoundTasks | null): string {
  if (!found) return `Matches are marked. Type ${String(FIND_FROM)} characters or more to find tasks.`;
  const count = found.tasks.length;
  if (count === 0) return `No tasks found for “${text}”.`;
  if (found.more) return `The ${String(count)} latest tasks for “${text}”. Type more to narrow it down.`;
  return `${String(count)} ${count === 1 ? 'task' : 'tasks'} found for “${text}”.`;
}

function FoundRow({ task, wanted }: { task: FoundTask; wanted: string }) {
  const { id, type, status, location, address, archived, driver, since } = task;
  const viewLink = useViewLink();
  return (
    <div role="row" className={css.row}>
      <div role="cell" className={css.status}>
        <Badge tone={archived ? 'neutral' : status}>{archived ? 'Archived' : STATUS_LABELS[status]}</Badge>
        <span className={css.sub}>{TYPE_LABELS[type]}</span>
      </div>
      <div role="rowheader">
        <a
          data-row
          href={viewLink(`/dispatcher/${archived ? 'archived' : 'tasks'}/${String(id)}`)}
          className={css.place}
        >
          <Marked text={location} wanted={wanted} />
        </a>
        <div className={css.sub}>
          <Marked text={address} wanted={wanted} />
        </div>
      </div>
      <div role="cell">
        {factsOf(task).map(({ key, text }) => (
          <div key={key}>
            <Marked text={text} wanted={wanted} />
          </div>
        ))}
      </div>
      <div role="cell">{driver === null ? 'Unassigned' : <Marked text={driver} wanted={wanted} />}</div>
      <div role="cell" className={css.sub}>
        <Time iso={since} />
      </div>
    </div>
  );
}
