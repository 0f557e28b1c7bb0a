/** The stops of the chosen tab, with the route's panel. They are lines, or an editor of their order. */
import type { ComponentProps } from 'react';
import type { TaskCard } from '~/domain/tasks/model/task';
import type { RoutePanelProps } from '~/components/route-panel/route-panel';
import { SuggestForm } from '~/components/route-panel/suggest-form';
import { SteadyList } from '~/components/stop-order/steady-list';
import { isSortable, placeOf, type StopTasks } from '~/components/stop-order/stops';
import { ServedFirst } from '~/components/page/served-first';
import { lazyOr } from '~/ui/lazy-or';
import { EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { driver } from '~/words/en/driver';
import * as css from './driver.css';
import { OtherStop } from './stop';
import type { useOrder } from './use-order';
import type { viewOf } from './tabs';

const SUGGEST = '/driver?suggest=1';

const EditOrder = lazyOr(() => import('./edit-order'));

const RoutePanel = lazyOr<RoutePanelProps>(async () => ({
  default: (await import('~/components/route-panel/route-panel')).RoutePanel,
}));

const FirstHints = lazyOr(
  async () => ({ default: (await import('./first-hints')).FirstHints }),
  () => null,
);

type OtherProps = ComponentProps<typeof OtherStop>;
type Props = {
  view: Pick<ReturnType<typeof viewOf>, 'tab' | 'editing'>;
  order: Pick<ReturnType<typeof useOrder>, 'reorder' | 'isSaving'>;
  panel: RoutePanelProps['panel'];
  driverName: string;
  all: TaskCard[];
  /** Shown to a person who is no driver. */
  advice: string | null;
  stops: StopTasks[];
  /** True when the first stop is shown above, as a large card. */
  hasNext: boolean;
  doneCount: number;
  situationOf: (stop: StopTasks) => Omit<OtherProps, 'taskTo' | 'number'>;
  taskTo: OtherProps['taskTo'];
};

export function RouteSection({
  view,
  order,
  panel,
  driverName,
  all,
  advice,
  stops,
  hasNext,
  doneCount,
  ...of
}: Props) {
  const { tab, editing } = view;
  const isRoute = tab === 'active' && !editing;
  const hasSuggestion = panel.suggestion !== null || panel.error !== null;
  const routePanel = (
    <ServedFirst>
      <RoutePanel panel={panel} driverName={driverName} suggestTo={SUGGEST} size="touch" />
    </ServedFirst>
  );
  const list = (
    <SteadyList>
      {(hasNext ? stops.slice(1) : stops).map((stop, index) => (
        <li key={placeOf(stop)}>
          <OtherStop
            {...of.situationOf(stop)}
            taskTo={of.taskTo}
            number={isRoute ? doneCount + index + 2 : undefined}
          />
        </li>
      ))}
    </SteadyList>
  );
  return (
    <section aria-labelledby="stops" className={css.route}>
      <div className={css.head}>
        <h2 id="stops" className={css.headTitle} data-resume="">
          {tab === 'active' ? driver.activeRoute : driver.tabs[tab]}
        </h2>
        {isRoute && panel.activeCount > 0 && !hasSuggestion && (
          <SuggestForm panel={panel} suggestTo={SUGGEST} size="touch" isShort />
        )}
        {tab === 'active' && (editing || stops.filter(isSortable).length > 1) && (
          <EditSwitch editing={editing} isSaving={order.isSaving} />
        )}
      </div>
      {isRoute && hasSuggestion && routePanel}
      {editing ? (
        <ServedFirst fallback={list}>
          <EditOrder stops={stops} onOrder={order.reorder} />
        </ServedFirst>
      ) : (
        list
      )}
      {stops.length === 0 && (
        <EmptyState
          action={
            all.length === 0 && (
              <ServedFirst>
                <FirstHints advice={advice} />
              </ServedFirst>
            )
          }
        >
          {driver.noTasks}
        </EmptyState>
      )}
      {isRoute && !hasSuggestion && routePanel}
    </section>
  );
}

/** Starts and ends editing. It waits for a save under way, because leaving would cancel it. */
function EditSwitch({ editing, isSaving }: { editing: boolean; isSaving: boolean }) {
  if (isSaving) return <Button size="touch" variant="quiet" pending={driver.saving} />;
  return (
    <LinkButton
      to={editing ? '/driver' : '/driver?edit=1'}
      size="touch"
      variant="quiet"
      preventScrollReset
      replace
    >
      {editing ? driver.doneEditing : driver.editOrder}
    </LinkButton>
  );
}
