/**
 * Requests take turns. While more come than can be answered, people wait for up to 5 s and scripts half as long,
 * one request of each in turn. A request that would wait longer is refused at once.
 */
const AT_ONCE = 32;
/** Per person or program: the requests that a browser sends at once. */
const OF_ONE = 6;
const LONGEST_WAIT_MS = 5_000;
/** The weight of the latest interval in the moving average. */
const WEIGHT = 0.05;

/** The sender of a request: one key per person or program. */
export type Asker = { key: string; isScript: boolean };
type Lane = Map<string, (() => void)[]>;

export type Turns = {
  /** True when a new request would have to wait too long. */
  isTooLong: (asker: Asker) => boolean;
  /** Runs `work` in its turn; null when it would have to wait too long. */
  take: <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result | null>;
};

export function createTurns(longestWaitMs = LONGEST_WAIT_MS): Turns {
  const mostOf = (isScript: boolean) => (isScript ? longestWaitMs / 2 : longestWaitMs);
  const people: Lane = new Map();
  const scripts: Lane = new Map();
  const running = new Map<string, number>();
  let count = 0;
  /** The mean time between two answers while requests wait; undefined before any has waited. */
  let intervalMs: number | undefined;
  let lastEndAt: number | undefined;

  const hasRoom = (key: string) => count < AT_ONCE && (running.get(key) ?? 0) < OF_ONE;

  const isTooLong = ({ key, isScript }: Asker) => {
    if (hasRoom(key)) return false;
    const lane = isScript ? scripts : people;
    const own = (lane.get(key)?.length ?? 0) + 1;
    const ahead = isScript ? waitingIn(people) : 0;
    const share = [...lane].reduce(
      (sum, [other, { length }]) => sum + (other === key ? 0 : Math.min(length, own)),
      own,
    );
    return (ahead + share) * (intervalMs ?? 0) > mostOf(isScript);
  };

  const begin = (key: string) => {
    count += 1;
    running.set(key, (running.get(key) ?? 0) + 1);
  };
  const end = (key: string, isAnswered: boolean) => {
    count -= 1;
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    if (isAnswered) measure();
    if (!startNext(people)) startNext(scripts);
  };
  const measure = () => {
    const at = performance.now();
    if (people.size + scripts.size === 0) {
      lastEndAt = undefined;
      return;
    }
    const latest = at - (lastEndAt ?? at);
    if (lastEndAt !== undefined)
      intervalMs = intervalMs === undefined ? latest : intervalMs + WEIGHT * (latest - intervalMs);
    lastEndAt = at;
  };
  /** Starts a request of the next sender that has room; the sender then goes to the end. */
  const startNext = (lane: Lane): boolean => {
    for (const [key, queue] of lane) {
      if (!hasRoom(key)) continue;
      const start = queue.shift();
      lane.delete(key);
      if (queue.length > 0) lane.set(key, queue);
      start?.();
      return true;
    }
    return false;
  };

  return {
    isTooLong,
    take: async (asker, work) => {
      const { key, isScript } = asker;
      if (isTooLong(asker)) return null;
      // Senders that wait although there is room have used up their own share.
      if (hasRoom(key)) begin(key);
      else {
        const since = performance.now();
        const lane = isScript ? scripts : people;
        await new Promise<void>((resolve) => {
          const queue = lane.get(key) ?? [];
          lane.set(key, queue);
          queue.push(() => {
            begin(key);
            resolve();
          });
        });
        if (performance.now() - since > mostOf(isScript)) {
          end(key, false);
          return null;
        }
      }
      try {
        return await work();
      } finally {
        end(key, true);
      }
    },
  };
}

const waitingIn = (lane: Lane) => [...lane.values()].reduce((sum, { length }) => sum + length, 0);
