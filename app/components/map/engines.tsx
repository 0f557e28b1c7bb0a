/** Chooses the engine that draws a map, and loads its code when there is something to draw. */
import { Suspense, useEffect } from 'react';
import { lazyOr } from '~/ui/lazy-or';
import type { EngineProps } from './scene';

export const NOT_LOADED = 'The map could not be loaded.';

const LeafletMap = lazyOr(() => import('./leaflet-map'), Missing);
const GoogleMap = lazyOr(() => import('./google-map'), Missing);

/** Uses Google's map if there is a key for it. */
export function DrawnMap(props: EngineProps) {
  const Drawn = props.settings.google ? GoogleMap : LeafletMap;
  return (
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  );
}

/** Reports that the code of an engine could not be loaded. */
function Missing({ onFailure }: EngineProps) {
  useEffect(() => {
    onFailure(NOT_LOADED);
  }, [onFailure]);
  return null;
}
