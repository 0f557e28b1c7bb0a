/** Requests the drivers' arrival times, and moves the focus along their stops. In browsers, after the page is shown. */
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { onArrivals, onMoved } from '~/live/use-live';

export { showRuns } from '~/components/board/run-chips';
export { drawTimes } from '~/components/board/times';

/** Drivers move all the time, but a finish time changes by minutes only. */
const AFTER_MOVE_MS = 30_000;
/** Roads become known one route after the other. */
const AFTER_ROADS_MS = 1_000;
/** The line for the present time moves as often. */
const TICK_MS = 60_000;
/** The times of more drivers are requested with those of all. */
const MOST_DRIVERS = 80;

type Show = (change: (before: DriverArrivals[] | null) => DriverArrivals[] | null) => void;

/** Requests the times after drivers have moved. @param show gets them, and the same ones in a new list as time passes. */
export function watchTimes(show: Show) {
  const requests = createRequests(show);
  const timer = window.setInterval(() => {
    show((before) => before && [...before]);
  }, TICK_MS);
  const stops = [
    onMoved(() => {
      requests.askForAllIn(AFTER_MOVE_MS);
    }),
    onArrivals(() => {
      requests.askForAllIn(AFTER_ROADS_MS);
    }),
    watchStopKeys(),
  ];
  return {
    /** @param drivers null for all. */
    askFor: requests.askFor,
    end: (): void => {
      window.clearInterval(timer);
      requests.end();
      for (const stop of stops) stop();
    },
  };
}

function createRequests(show: Show) {
  /** The drivers whose times are out of date; null for all. */
  let wanted: Set<number> | null = null;
  let timer: number | undefined;
  let isDueAt = 0;
  let latest = 0;

  const request = async () => {
    latest += 1;
    const turn = latest;
    const drivers = wanted && wanted.size <= MOST_DRIVERS ? [...wanted] : null;
    if (drivers?.length === 0) return;
    const answer = await fetch(`/api/arrivals${drivers ? `?drivers=${drivers.join()}` : ''}`, {
      headers: { Accept: 'application/json' },
    });
    // A later request asks for these drivers as well.
    const found = answer.ok ? ((await answer.json()) as DriverArrivals[]) : null;
    if (!found || turn !== latest) return;
    wanted = new Set();
    show((before) =>
      drivers && before ? [...before.filter(({ driverId }) => !drivers.includes(driverId)), ...found] : found,
    );
  };
  const ask = () => {
    // Offline. The channel reports a gap when it is back, which requests them again.
    request().catch(() => undefined);
  };

  return {
    askFor: (drivers: number[] | null): void => {
      wanted = wanted && drivers && new Set([...wanted, ...drivers]);
      ask();
    },
    askForAllIn: (ms: number): void => {
      const at = performance.now() + ms;
      if (timer !== undefined && isDueAt <= at) return;
      window.clearTimeout(timer);
      isDueAt = at;
      timer = window.setTimeout(() => {
        timer = undefined;
        wanted = null;
        ask();
      }, ms);
    },
    end: (): void => {
      window.clearTimeout(timer);
      latest += 1;
    },
  };
}

/** Left and Right move the focus along the stops of a row, Up and Down back to the row. */
function watchStopKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextStop(document.activeElement, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  document.addEventListener('keydown', press);
  return () => {
    document.removeEventListener('keydown', press);
  };
}

function nextStop(focused: Element | null, key: string): HTMLElement | null {
  const row = focused?.closest('[data-driver-id]');
  const name = row?.querySelector<HTMLElement>('[data-row]') ?? null;
  const stops = [...(row?.querySelectorAll<HTMLElement>('[data-is]') ?? [])];
  const at = stops.findIndex((stop) => stop === focused);
  if (at >= 0 && /^Arrow(Up|Down)$/.test(key)) return name;
  if (at >= 0 && key === 'ArrowLeft') return stops[at - 1] ?? name;
  if (key !== 'ArrowRight' || (at < 0 && focused !== name)) return null;
  if (at >= 0) return stops[at + 1] ?? null;
  // The first one to come is asked for most.
  return stops.find((stop) => stop.dataset.is !== 'done') ?? stops.at(-1) ?? null;
}
