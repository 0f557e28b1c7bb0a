/** The routes on the map, as they are and as planned. Its code is loaded after the page is usable. */
import { useLocation } from '@remix-run/react';
import { Suspense, useMemo, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { PlanMapProps, PlanRoute } from '~/components/map/plan-map.client';
import type { Figures, PlanAnswer, PlanResult } from '~/modules/day-plans/schema';
import { changedParams } from '~/forms/view-params';
import { Card } from '~/ui/card';
import { lazyOr } from '~/ui/lazy-or';
import { LinkTabs } from '~/ui/tabs';
import * as css from './plan.css';

const FAILED = 'The map could not be loaded. The bars show the same stops.';

const PlanMap = lazyOr<PlanMapProps>(
  () => import('~/components/map/plan-map.client'),
  () => <p className={css.mapNote}>{FAILED}</p>,
);

export function MapCard({ result, answer }: { result: PlanResult; answer: PlanAnswer }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const hydrated = useHydrated();
  const [failure, setFailure] = useState<string | null>(null);
  const isBefore = params.get('map') === 'before';
  const selected = Number(params.get('driver')) || null;
  const { drivers, before } = result;
  const routes = useMemo(
    () => routesOf(isBefore ? before : answer, drivers),
    [isBefore, before, answer, drivers],
  );
  const loose = useMemo(
    () => (isBefore ? answer.moves.filter(({ from }) => from === null).map(({ taskId }) => taskId) : []),
    [isBefore, answer],
  );
  return (
    <Card
      id="map"
      title="Map"
      flush
      actions={
        <LinkTabs
          label="Routes on the map"
          tabs={[
            { label: 'Now', to: changedParams(search, { map: 'before' }), current: isBefore },
            { label: 'Plan', to: changedParams(search, { map: null }), current: !isBefore },
          ]}
        />
      }
    >
      <div className={css.map}>
        {failure !== null && <p className={css.mapNote}>{FAILED}</p>}
        {hydrated && failure === null && (
          <Suspense fallback={null}>
            <PlanMap routes={routes} loose={loose} selected={selected} onFailure={setFailure} />
          </Suspense>
        )}
        <noscript>
          <p className={css.mapNote}>The map needs JavaScript. The bars show the same stops.</p>
        </noscript>
      </div>
    </Card>
  );
}

function routesOf({ routes }: Pick<Figures, 'routes'>, drivers: PlanResult['drivers']): PlanRoute[] {
  const names = new Map(drivers.map(({ driverId, name }) => [driverId, name]));
  return routes.map(({ driverId, stops }) => ({
    driverId,
    name: names.get(driverId) ?? '',
    stops: stops.map(({ taskIds }) => taskIds),
  }));
}
