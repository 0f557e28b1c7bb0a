import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import type { Board } from '~/domain/views/board/board';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { searchKey } from '~/domain/views/board/search';
import { EmptyState } from '~/ui/empty';
import * as css from './board.css';
import { FirstSteps } from '~/components/first-steps/first-steps';
import type { FirstSteps as Steps } from '~/domain/administration/setup/setup.server';
import { DriverRows } from './driver-rows';
import { filterRows, narrowingKey, type Filters } from './filters';
import { Found } from './found';

type Props = {
  board: Board;
  arrivals: DriverArrivals[];
  filters: Filters;
  found: FoundTasks | null;
  steps: Steps | null;
};

/** The results of the search, and the drivers. Its heading is in the line above the board. */
export function StatusCard({ board: { drivers, unassigned }, arrivals, filters, found, steps }: Props) {
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
      <Found text={filters.text} found={found} />
      {(shown.length > 0 || showsUnassigned) && (
        <DriverRows
          unassigned={showsUnassigned ? unassigned : null}
          drivers={shown}
          arrivals={arrivals}
          of={drivers}
          wanted={searchKey(filters.text)}
        />
      )}
      {steps && <FirstSteps steps={steps} />}
      {drivers.length === 0 && !steps && (
        <EmptyState>
          There are no drivers yet. An admin can add them under Settings, or they can register.
        </EmptyState>
      )}
      {drivers.length > 0 && shown.length === 0 && !showsUnassigned && (
        <EmptyState>No driver matches.</EmptyState>
      )}
    </section>
  );
}
