/** Removes corners of lines. Pure, and safe in the browser. */
type Point = { x: number; y: number };

/** Removes the points that are closer than `apart` to the straight line (Douglas and Peucker). */
export function straightened<Kind extends Point>(line: readonly Kind[], apart: number): Kind[] {
  const kept = new Set([0, line.length - 1]);
  // A loop instead of recursion: a trail has thousands of points.
  const pieces: [from: number, to: number][] = [[0, line.length - 1]];
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const [from, to] = piece;
    const corner = farthest(line, from, to, apart);
    if (corner === null) continue;
    kept.add(corner);
    pieces.push([from, corner], [corner, to]);
  }
  return line.filter((_, index) => kept.has(index));
}

/** The point between two that is farthest from the straight line; null when none is farther than `apart`. */
function farthest(line: readonly Point[], from: number, to: number, apart: number): number | null {
  const [first, last] = [line[from], line[to]];
  if (!first || !last) return null;
  const [dx, dy] = [last.x - first.x, last.y - first.y];
  const square = dx * dx + dy * dy;
  let found: number | null = null;
  let most = apart;
  for (let at = from + 1; at < to; at += 1) {
    const point = line[at];
    if (!point) continue;
    const [px, py] = [point.x - first.x, point.y - first.y];
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
    const distance = Math.hypot(px - along * dx, py - along * dy);
    if (distance > most) [most, found] = [distance, at];
  }
  return found;
}
