/** How many bytes of bodies this process holds at a time, so that many large ones together can't fill its memory. */
const MB = 1_024 * 1_024;

const MOST = 128 * MB;
/** Of bodies that only somebody who is signed in may send; the rest is always left for small ones. */
const MOST_LARGE = 48 * MB;
/** A form with the pictures of a camera, and a little more. */
const MOST_OF_ONE = 24 * MB;

let all = 0;
let large = 0;
const ofOne = new Map<number, number>();

export type Hold = {
  /** False when there is no room for so many bytes more. */
  take: (bytes: number) => boolean;
  release: () => void;
};

/** @param userId of who sends a large body; null for a small one. */
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
