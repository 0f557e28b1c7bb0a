/** Limits the bytes of all request bodies together, so that they can not fill the memory. */
const MB = 1_024 * 1_024;

const MOST = 128 * MB;
/** The limit for large bodies of signed-in users; the rest is reserved for small ones. */
const MOST_LARGE = 48 * MB;
/** The limit per user: a form with camera photos, and a little more. */
const MOST_OF_ONE = 24 * MB;

let all = 0;
let large = 0;
const ofOne = new Map<number, number>();

export type Hold = {
  /** Reserves bytes. @returns false when a limit is reached. */
  take: (bytes: number) => boolean;
  release: () => void;
};

/** @param userId the sender of a large body; null for a small one. */
export function hold(userId: number | null): Hold {
  let held = 0;
  const add = (bytes: number) => {
    held += bytes;
    all += bytes;
    if (userId === null) return;
    large += bytes;
    const own = (ofOne.get(userId) ?? 0) + bytes;
    if (own > 0) ofOne.set(userId, own);
    else ofOne.delete(userId);
  };
  const hasRoom = (bytes: number) => {
    if (all + bytes > MOST) return false;
    return (
      userId === null || (large + bytes <= MOST_LARGE && (ofOne.get(userId) ?? 0) + bytes <= MOST_OF_ONE)
    );
  };
  return {
    take: (bytes) => {
      if (!hasRoom(bytes)) return false;
      add(bytes);
      return true;
    },
    release: () => {
      add(-held);
    },
  };
}
