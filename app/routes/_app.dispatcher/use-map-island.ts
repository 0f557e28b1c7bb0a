import { useEffect, useState, type ComponentType, type RefObject } from 'react';
import type { MapViewProps } from '~/components/map/map-view.client';

const NEAR_PIXELS = 400;
const LATEST_MS = 2_000;

/**
 * The map's code, fetched once the page is usable and the map's place is near what is seen.
 * @returns null until it is there.
 */
export function useMapIsland(place: RefObject<HTMLElement>, onFailure: (message: string) => void) {
  const [view, setView] = useState<{ MapView: ComponentType<MapViewProps> } | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let left = false;
    const load = () => {
      import('~/components/map/map-view.client').then(
        ({ default: MapView }) => {
          if (!left) setView({ MapView });
        },
        () => {
          if (!left) onFailure('The map could not be loaded.');
        },
      );
    };
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        whenIdle(load);
      },
      { rootMargin: `${String(NEAR_PIXELS)}px` },
    );
    seen.observe(element);
    return () => {
      left = true;
      seen.disconnect();
    };
  }, [place, onFailure]);
  return view?.MapView ?? null;
}

/** Safari has no idle callback. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: LATEST_MS });
  else setTimeout(run, LATEST_MS / 10);
}
