import { ACT_LABELS, describe, whoOf } from '~/domain/administration/acts';
import type { AdminEventLine } from '~/domain/administration/schema';
import * as css from '~/components/administration/table.css';
import { Time } from '~/ui/time';

export function EventTable({ events }: { events: AdminEventLine[] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">To</th>
          <th scope="col">Changes</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, act, actor, target, changes, createdAt }) => (
          <tr key={id}>
            <td data-label="When">
              <Time iso={createdAt} />
            </td>
            <td data-label="Who">{whoOf({ act, actor })}</td>
            <td data-label="What">{ACT_LABELS[act]}</td>
            <td data-label="To">{target.name}</td>
            <td data-label="Changes">
              {describe(changes).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
