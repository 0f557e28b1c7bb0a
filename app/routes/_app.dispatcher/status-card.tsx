import type { ReactNode } from 'react';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { FIND_FROM, type Board } from '~/domain/views/board/board';
import type { FoundTask, FoundTasks } from '~/domain/views/board/find.server';
import type { Times } from '~/http/drawn-times';
import { searchKey } from '~/domain/views/board/search';
import '~/modules/set-up/first-steps.css';
import * as css from './board.css';
import type { FirstSteps as Steps } from '~/modules/set-up/setup.server';
import { EmptyState } from '~/ui/banner';
import { useViewLink } from '~/components/board/board-links';
import { Marked } from '~/components/board/list-markup';
import { factsOf } from '~/domain/tasks/model/facts';
import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/model/task';
import { Badge } from '~/ui/badge';
import { ServedFirst } from '~/components/page/served-first';
import { lazyOr, Nothing } from '~/ui/lazy-or';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import { CardHead } from './board-line';
import { DriverRows } from './driver-rows';
import { filterRows, narrowingKey, type Filters } from './filters';
import * as rows from './rows.css';
import { toneOf } from '~/domain/tasks/model/statuses';

type Props = {
  board: Board;
  arrivals: DriverArrivals[];
  times: Times | null;
  filters: Filters;
  found: FoundTasks | null;
  steps: Steps | null;
  attention: ReactNode;
  /** The runs, above the drivers. */
  runs: ReactNode;
};

/** The head, the results of the search, and the drivers. */
export function StatusCard({
  board: { drivers, unassigned },
  arrivals,
  times,
  filters,
  found,
  steps,
  attention,
  runs,
}: Props) {
  const shown = filterRows(drivers, filters);
  // The unassigned row has no name, dealership or status that a search could match.
  const showsUnassigned =
    narrowingKey(filters) === '' &&
    filters.driverId === null &&
    filters.dealership === null &&
    filters.status === null &&
    (!filters.urgent || unassigned.urgent !== null);
  return (
    <section aria-labelledby="driver-status" className={css.status}>
      <CardHead drivers={drivers}>{attention}</CardHead>
      <div className={css.drivers}>
        {runs}
        <div className={css.statusBody}>
          <Found text={filters.text} found={found} />
          {(shown.length > 0 || showsUnassigned) && (
            <DriverRows
              unassigned={showsUnassigned ? unassigned : null}
              drivers={shown}
              arrivals={arrivals}
              times={times}
              of={drivers}
              wanted={searchKey(filters.text)}
            />
          )}
          {steps && (
            <ServedFirst>
              <FirstSteps steps={steps} />
            </ServedFirst>
          )}
          {drivers.length === 0 && !steps && (
            <EmptyState>
              There are no drivers yet. An admin can add them under Settings, or they can register.
            </EmptyState>
          )}
          {drivers.length > 0 && shown.length === 0 && !showsUnassigned && (
            <EmptyState>No driver matches.</EmptyState>
          )}
        </div>
      </div>
    </section>
  );
}

/** Few boards need them. */
const FirstSteps = lazyOr(
  async () => ({ default: (await import('~/modules/set-up/first-steps')).FirstSteps }),
  Nothing,
);

type FoundProps = { text: string; found: FoundTasks | null };

const COLUMNS = ['Status', 'Location', 'Number', 'Driver', 'Where'];

/** The live and archived tasks that match the search. Each line shows the task's state without opening it. */
function Found({ text, found }: FoundProps) {
  const table = useLinksInPlace<HTMLDivElement>();
  if (text === '') return null;
  return (
    <section aria-label="Tasks found" className={rows.found}>
      <p className={rows.foundCount} role="status">
        {sentence(text, found)}
      </p>
      {found && found.tasks.length > 0 && (
        <div role="table" aria-label="Tasks found" ref={table}>
          <div role="rowgroup" className={rows.foundHeadGroup}>
            <div role="row" className={rows.foundHead}>
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
  const { id, type, status, location, address, archived, driver, where } = task;
  const viewLink = useViewLink();
  return (
    <div role="row" className={rows.foundRow}>
      <div role="cell" className={rows.foundStatus}>
        <Badge tone={archived ? 'neutral' : (toneOf(status) ?? 'inactive')}>
          {archived ? 'Archived' : STATUS_LABELS[status]}
        </Badge>
        <span className={rows.foundSub}>{TYPE_LABELS[type]}</span>
      </div>
      <div role="rowheader">
        <a
          data-row
          href={viewLink(`/dispatcher/${archived ? 'archived' : 'tasks'}/${String(id)}`)}
          className={rows.foundPlace}
        >
          <Marked text={location} wanted={wanted} />
        </a>
        <div className={rows.foundSub}>
          <Marked text={address} wanted={wanted} />
        </div>
      </div>
      <div role="cell">
        {[...factsOf(task).map(({ text }) => text), task.external_ref ?? ''].map((text, index) => (
          <div key={index}>
            <Marked text={text} wanted={wanted} />
          </div>
        ))}
      </div>
      <div role="cell">{driver === null ? 'Unassigned' : <Marked text={driver} wanted={wanted} />}</div>
      <div role="cell">{where}</div>
    </div>
  );
}
