/** Work that waits in rows and belongs to somebody: an owner whose work hangs holds up nobody else. */
import { workOff } from './lease.server';

type Lanes<Claimed> = {
  /** Of one owner, by one instance. */
  atOnce: number;
  claim: (owner: number) => Promise<Claimed[]>;
  work: (claimed: Claimed, signal: AbortSignal) => Promise<unknown>;
};

export function lanes<Claimed>({ atOnce, claim, work }: Lanes<Claimed>) {
  const underWay = new Map<number, Set<Promise<void>>>();
  const stopping = new AbortController();
  const { signal } = stopping;

  return {
    /** Begins to work off what is due of this owner, and does not wait for it. */
    fill: (owner: number, onError: (error: unknown) => void): void => {
      const lane = underWay.get(owner) ?? new Set();
      underWay.set(owner, lane);
      while (lane.size < atOnce) {
        // One after the other, until nothing is due.
        const round = workOff(
          () => claim(owner),
          (claimed) => work(claimed, signal),
          () => signal.aborted,
        )
          .catch(onError)
          .finally(() => {
            lane.delete(round);
            if (lane.size === 0) underWay.delete(owner);
          });
        lane.add(round);
      }
    },
    /** Ends what is under way; `work` gives it back when its signal is aborted. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all([...underWay.values()].flatMap((lane) => [...lane]));
    },
  };
}
