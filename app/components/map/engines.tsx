/** What draws maps: the code of each comes when there is something to draw with it. */
import { Suspense, useEffect } from 'react';
import { lazyOr } from '~/ui/lazy-or';
import type { EngineProps } from './scene';

export const NOT_LOADED = 'The map could not be loaded.';

const LeafletMap = lazyOr(() => import('./leaflet-map'), Missing);
const GoogleMap = lazyOr(() => import('./google-map'), Missing);

/** Google's map where there is a key for it. */
export function DrawnMap(props: EngineProps) {
  const Drawn = props.settings.google ? GoogleMap : LeafletMap;
  return (
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  );
}

/** Replaces an engine whose code could not be loaded. */
function Missing({ onFailure }: EngineProps) {
  useEffect(() => {
    onFailure(NOT_LOADED);
  }, [onFailure]);
  return null;
}
