/** A generator of numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = (seed | 0) ^ 0x9e3779b9 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
