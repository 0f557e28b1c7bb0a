import type { Unsigned as Task } from '~/domain/tasks/evidence/signatures.server';
import { useViewLink } from '~/components/board/board-links';
import { Banner } from '~/ui/banner';
import { buttonLook } from '~/ui/button';

type Props = { tasks: Task[]; count: number };

/** Lists deliveries without a signature, because proof may be needed later. */
export function Unsigned({ tasks, count }: Props) {
  const viewLink = useViewLink();
  if (count === 0) return null;
  const more = count - tasks.length;
  return (
    <Banner title={`${String(count)} without a signature`}>
      <details>
        <summary {...buttonLook({})}>Show</summary>
        <ul>
          {tasks.map(({ id, location, invoiceNumber }) => (
            <li key={id}>
              <a href={viewLink(`/dispatcher/tasks/${String(id)}`)}>
                {[location, invoiceNumber].filter(Boolean).join(' · ')}
              </a>
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      </details>
    </Banner>
  );
}
