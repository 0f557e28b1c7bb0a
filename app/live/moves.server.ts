/** Tells boards where drivers are: at once, and then at most every 5 seconds for each driver, the last one always. */
import type { DriverPosition } from '~/domain/tasks/model/last-positions';
import type { PositionMessage } from './message';

const APART_MS = 5_000;

type Pace = { at: number; timer?: NodeJS.Timeout; latest?: PositionMessage };

export function createMoves(send: (message: PositionMessage) => void) {
  const paces = new Map<number, Pace>();
  const tell = (driverId: number, message: PositionMessage) => {
    paces.set(driverId, { at: performance.now() });
    send(message);
  };
  return {
    /** @param payload of NOTIFY: an id, and a position when there is one. */
    note: (payload: string): void => {
      const { driverId, lat, lng, at, accuracy, battery, source } = JSON.parse(payload) as Moved;
      const position: DriverPosition | null =
        at === undefined
          ? null
          : {
              driverId,
              latitude: lat,
              longitude: lng,
              accuracy,
              battery,
              source,
              at: new Date(at).toISOString(),
            };
      const message: PositionMessage = { type: 'POSITION', driverId, position };
      const pace = paces.get(driverId);
      const wait = pace ? pace.at + APART_MS - performance.now() : 0;
      // What is not to be shown any more goes at once.
      if (!pace || wait <= 0 || position === null) {
        clearTimeout(pace?.timer);
        tell(driverId, message);
        return;
      }
      pace.latest = message;
      pace.timer ??= setTimeout(() => {
        if (pace.latest) tell(driverId, pace.latest);
      }, wait);
    },
    stop: (): void => {
      for (const { timer } of paces.values()) clearTimeout(timer);
    },
  };
}

type Moved = { driverId: number } & Omit<DriverPosition, 'at' | 'latitude' | 'longitude'> & {
    at?: number;
    lat: number;
    lng: number;
  };
