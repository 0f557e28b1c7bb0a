import type { ArchivedRow } from '~/domain/history/archive';
import { NO_DRIVER } from '~/domain/history/report';
import { TYPE_LABELS } from '~/domain/tasks/task';
import { historyPath, type HistoryView } from '~/components/history/view';
import { Badge } from '~/ui/badge';
import { edge } from '~/ui/card.css';
import { Time } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import * as css from './history.css';

type Props = { rows: ArchivedRow[]; view: HistoryView };

export function ArchiveRows({ rows, view }: Props) {
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
  const { type, priority, location, invoice_number, part_numbers, completed_at, need_by, driver, notes } =
    task;
  const items =
    type === 'delivery' && invoice_number ? `Invoice # ${invoice_number}` : `Part # ${part_numbers}`;
  return (
    <>
      <span className={css.badges}>
        <Badge tone={type}>{TYPE_LABELS[type]}</Badge>
        {priority === 'urgent' && <Badge tone="urgent">! Urgent</Badge>}
      </span>
      <span className={css.cell}>
        <strong className={css.title}>{location}</strong>
        <span className={css.sub}>{items}</span>
        {notes && <span className={css.notes}>{notes}</span>}
      </span>
      <span className={css.cell}>{driver ?? NO_DRIVER}</span>
      <span className={css.cell}>
        <span>
          Completed <Time iso={completed_at} />
        </span>
        {need_by && (
          <span className={task.onTime ? css.sub : css.late}>
            Need By <Time iso={need_by} />
            {!task.onTime && ' · late'}
          </span>
        )}
      </span>
    </>
  );
}
