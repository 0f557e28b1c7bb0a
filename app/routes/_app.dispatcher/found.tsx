import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/task';
import { FIND_FROM, type FoundTask, type FoundTasks } from '~/domain/tasks/board/board';
import { useViewLink } from '~/components/board/view';
import { Badge } from '~/ui/badge';
import { Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './board.css';

type Props = { text: string; found: FoundTasks | null };

/** The live and archived tasks that the search has found. */
export function Found({ text, found }: Props) {
  const list = useLinksInPlace<HTMLUListElement>();
  const viewLink = useViewLink();
  if (text === '') return null;
  return (
    <section aria-label="Tasks found" className={css.found}>
      <p className={css.foundHead} role="status">
        {sentence(text, found)}
      </p>
      <ul ref={list}>
        {found?.tasks.map((task) => (
          <li key={task.id}>
            <a
              data-row
              href={viewLink(`/dispatcher/${task.archived ? 'archived' : 'tasks'}/${String(task.id)}`)}
              className={css.foundRow}
            >
              <span className={css.foundBadges}>
                <Badge tone={task.type}>{TYPE_LABELS[task.type]}</Badge>
                <Badge tone={task.archived ? 'neutral' : task.status}>
                  {task.archived ? 'Archived' : STATUS_LABELS[task.status]}
                </Badge>
              </span>
              <FoundText task={task} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentence(text: string, found: FoundTasks | null): string {
  if (!found) return `Drivers are filtered. Type ${String(FIND_FROM)} characters or more to find tasks.`;
  const count = found.tasks.length;
  if (count === 0) return `No tasks found for “${text}”.`;
  if (found.more) return `The ${String(count)} latest tasks for “${text}”. Type more to narrow it down.`;
  return `${String(count)} ${count === 1 ? 'task' : 'tasks'} found for “${text}”.`;
}

function FoundText({ task }: { task: FoundTask }) {
  const { location, address, invoice_number, part_numbers, driver, completed_at } = task;
  const number = invoice_number ? `Invoice # ${invoice_number}` : part_numbers && `Part # ${part_numbers}`;
  return (
    <span className={css.cell}>
      <span className={css.name}>{location}</span>
      <span className={css.sub}>
        {[address, number, driver ?? 'Unassigned'].filter(Boolean).join(' · ')}
        {completed_at && (
          <>
            {' · '}
            <Time iso={completed_at} />
          </>
        )}
      </span>
    </span>
  );
}
