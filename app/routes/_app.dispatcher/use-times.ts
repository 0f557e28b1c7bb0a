/** The drivers' times beside the board. */
import { useLocation } from '@remix-run/react';
import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { PageContext } from '~/components/page/page-context';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import type { Times } from '~/http/drawn-times';
import { useZone } from '~/ui/time';

import type * as Loaded from './load-times';

type Code = typeof Loaded;

/**
 * They are requested after the page is shown, after each change of the lists, and after drivers have moved. The first
 * visit does not wait for the code for that.
 * @param changedLists the drivers whose lists have changed with this version; null for all.
 * @returns `times` is null until they are known. On the server they are those of the first page.
 */
export function useTimes(liveVersion: number, changedLists: number[] | null) {
  const [arrivals, setArrivals] = useState<DriverArrivals[] | null>(null);
  const [code, setCode] = useState<Code | null>(null);
  const requests = useRef<Promise<ReturnType<Code['watchTimes']>> | null>(null);
  const changed = useRef(changedLists);
  changed.current = changedLists;
  useEffect(() => {
    const lists = changed.current;
    requests.current ??= import('./load-times').then((loaded) => {
      setCode(loaded);
      return loaded.watchTimes(setArrivals);
    });
    requests.current.then(
      ({ askFor }) => {
        askFor(lists);
      },
      () => {
        // Offline: the next version tries again.
        requests.current = null;
      },
    );
  }, [liveVersion]);
  useEffect(
    () => () => {
      requests.current?.then(
        ({ end }) => {
          end();
        },
        () => undefined,
      );
      requests.current = null;
    },
    [],
  );

  const { drawTimes } = useContext(PageContext);
  const { search } = useLocation();
  const zone = useZone();
  const times = useMemo((): Times | null => {
    if (drawTimes) return drawTimes(zone, search);
    return code && arrivals && code.drawTimes(arrivals, { now: Date.now(), zone, search });
  }, [drawTimes, code, arrivals, zone, search]);
  return { arrivals: arrivals ?? [], times, code };
}
