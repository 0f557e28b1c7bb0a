import { useNavigate, useRouteLoaderData } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType, type RefObject } from 'react';
import { wholeSheet } from '~/ui/sheet';
import type { MapViewProps } from '~/components/map/map-view.client';
import type { LatLng } from '~/domain/geography/coordinates';
import type { RoadSource } from '~/domain/geography/roads/texts';
import { suggestedKey } from '~/components/map/map-params';
import type { Line } from '~/components/map/scene';
import type { RoutePanelData } from '~/components/route-panel/panel';
import { whenIdle } from '~/ui/lazy-or';

/** The state of the card: if the map is loaded, and which side is in front. */
export function useMapCard() {
  const box = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [listChosen, setListChosen] = useState(false);
  const onReady = useCallback(() => {
    setReady(true);
  }, []);
  const MapView = useMapIsland(box, setFailure);
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  const onOpen = useCallback((path: string) => {
    latest.current(path, { preventScrollReset: true });
  }, []);
  return {
    box,
    failure,
    isFront: isReady && failure === null && !listChosen,
    MapView: failure === null ? MapView : null,
    island: { listChosen, onList: setListChosen, onOpen, onReady, onFailure: setFailure },
  };
}

const NEAR_PIXELS = 400;

/**
 * Loads the map's code when the page is usable and the map's place is almost visible.
 * @returns null until it is loaded.
 */
export function useMapIsland(place: RefObject<HTMLElement>, onFailure: (message: string) => void) {
  const [view, setView] = useState<{ MapView: ComponentType<MapViewProps> } | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let left = false;
    const load = () => {
      import('~/components/map/map-view.client').then(
        async ({ default: MapView }) => {
          await wholeSheet();
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

export type SuggestedLine = {
  driverId: number;
  comesBack: boolean;
  /** True when the driver already follows it. */
  applied: boolean;
  path: LatLng[];
  metres: number;
  minutes: number;
  estimated: boolean;
  source: RoadSource;
};

type DriverList = () => Promise<{ panel: RoutePanelData | null }>;

/** The suggestion of the open driver's list, or else of the address. */
export function useSuggested(ofAddress: SuggestedLine | null): SuggestedLine | null {
  const dialog = useRouteLoaderData<DriverList>('routes/_app.dispatcher.drivers.$driverId');
  const panel = dialog?.panel;
  if (!panel?.suggestion) return ofAddress;
  const { driverId, comesBack, applied, suggestion } = panel;
  const { path, metres, minutes, estimated, source } = suggestion;
  return { driverId, comesBack, applied, path, metres, minutes, estimated, source };
}

/** The line for the map. It stays the same object as long as nothing about it changes. */
export function useLine(suggested: SuggestedLine | null, name: string): Line | null {
  const serialized = suggested && JSON.stringify(suggested);
  return useMemo(() => {
    if (serialized === null) return null;
    const { driverId, applied, path } = JSON.parse(serialized) as SuggestedLine;
    if (path.length < 2) return null;
    return {
      key: suggestedKey(driverId),
      kind: applied ? 'applied' : 'suggested',
      points: path,
      label: `${applied ? 'Route' : 'Suggested route'} of ${name}`,
      isFaded: false,
    };
  }, [serialized, name]);
}
