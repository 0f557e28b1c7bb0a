import { useRouteLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import type { LatLng } from '~/domain/routing/coordinates';
import type { Line } from '~/components/map/scene';
import type { RoutePanelData } from '~/components/route-panel/panel';

export type SuggestedLine = {
  driverId: number;
  comesBack: boolean;
  /** The driver follows it already. */
  applied: boolean;
  path: LatLng[];
  metres: number;
  minutes: number;
  estimated: boolean;
};

type DriverList = () => Promise<{ panel: RoutePanelData | null }>;

/** The suggestion of the open driver's list, else the one that the address asks for. */
export function useSuggested(ofAddress: SuggestedLine | null): SuggestedLine | null {
  const dialog = useRouteLoaderData<DriverList>('routes/_app.dispatcher.drivers.$driverId');
  const panel = dialog?.panel;
  if (!panel?.suggestion) return ofAddress;
  const { driverId, comesBack, applied, suggestion } = panel;
  const { path, metres, minutes, estimated } = suggestion;
  return { driverId, comesBack, applied, path, metres, minutes, estimated };
}

/** As the map draws it: the same line as long as nothing about it changes. */
export function useLine(suggested: SuggestedLine | null, name: string): Line | null {
  const told = suggested && JSON.stringify(suggested);
  return useMemo(() => {
    if (told === null) return null;
    const { driverId, applied, path } = JSON.parse(told) as SuggestedLine;
    if (path.length < 2) return null;
    return {
      key: `suggested-${String(driverId)}`,
      kind: applied ? 'applied' : 'suggested',
      points: path,
      label: `${applied ? 'Route' : 'Suggested route'} of ${name}`,
    };
  }, [told, name]);
}
