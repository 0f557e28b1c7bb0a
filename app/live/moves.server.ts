/**
 * Sends drivers' positions to boards: at once, then at most every 5 seconds for each driver. The last position is
 * always sent.
 */
import type { DriverMove } from '~/domain/tracking/tell-moves.server';
import type { PositionMessage } from './message';

const APART_MS = 5_000;

type Pace = { at: number; timer?: NodeJS.Timeout; latest?: PositionMessage };

export function createMoves(send: (message: PositionMessage) => void) {
  const paces = new Map<number, Pace>();
  const tell = (driverId: number, message: PositionMessage) => {
    paces.set(driverId, { at: performance.now() });
    send(message);
  };
  const note = ({ driverId, position }: DriverMove): void => {
    const message: PositionMessage = { type: 'POSITION', driverId, position };
    const pace = paces.get(driverId);
    const wait = pace ? pace.at + APART_MS - performance.now() : 0;
    // A position that must be hidden is not delayed.
    if (!pace || wait <= 0 || position === null) {
      clearTimeout(pace?.timer);
      tell(driverId, message);
      return;
    }
    pace.latest = message;
    pace.timer ??= setTimeout(() => {
      if (pace.latest) tell(driverId, pace.latest);
    }, wait);
  };
  return {
    /** @param payload the payload of NOTIFY. */
    note: (payload: string): void => {
      (JSON.parse(payload) as DriverMove[]).forEach(note);
    },
    stop: (): void => {
      for (const { timer } of paces.values()) clearTimeout(timer);
    },
  };
}
