/**
 * Finds changes that no message has told, because their process was killed between its commit and its message.
 * Versions of lists only grow, and each message about tasks comes with the versions that it tells.
 */
import { eachVersion } from '~/domain/platform/sync/versions.server';

/** A message may come this long after its commit. With a look every 1.25 s, open pages are right within 2 s. */
const ON_ITS_WAY_MS = 500;

type List = { owner: number; version: number };

/** @param tell tells the owners of lists with changes that no message has told. */
export function createMissedChanges(tell: (owners: number[]) => void) {
  let told = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  const versionsOf = (lists: List[]) =>
    new Map(lists.map(({ owner, version }) => [owner, Math.max(version, told.get(owner) ?? 0)]));
  const compare = (lists: List[]) => {
    const missed = lists.filter(({ owner, version }) => version > (told.get(owner) ?? 0));
    told = versionsOf(lists);
    if (missed.length > 0) tell(missed.map(({ owner }) => owner));
  };

  return {
    /** Takes the versions as they are now, without telling anybody. */
    begin: async (): Promise<void> => {
      told = versionsOf(await eachVersion());
    },
    /** @param payload the payload of NOTIFY. */
    heard: (payload: string): void => {
      for (const [owner, version] of JSON.parse(payload) as [number, number][])
        told.set(owner, Math.max(version, told.get(owner) ?? 0));
    },
    /** @param sum the answer to `LISTS_VERSION`. */
    look: async (sum: number): Promise<void> => {
      const known = [...told.values()].reduce((total, version) => total + version, 0);
      if (isLooking || sum === known) return;
      isLooking = true;
      try {
        const lists = await eachVersion();
        await new Promise<void>((resolve) => {
          timer = setTimeout(resolve, ON_ITS_WAY_MS);
        });
        compare(lists);
      } finally {
        isLooking = false;
      }
    },
    stop: (): void => {
      clearTimeout(timer);
    },
  };
}
