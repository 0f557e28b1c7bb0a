/** Whether rows are below each other, and how far apart. */
import { edgeOf, type Line, lowerBound, textRunsOf, TOLERANCE } from './text-lines';

/** Half a row that is followed by half of another one has its words at other places. One row proves nothing. */
const LEAST_ROWS = 2;
/** Returns true when each text of a row has the left or right end of one in another row. */
export function areAligned(rows: Line[]): boolean {
  if (rows.length < LEAST_ROWS) return true;
  const ends = rows.map((row) =>
    textRunsOf(row).map((run) => ({ left: tenth(edgeOf(run, 'left')), right: tenth(edgeOf(run, 'right')) })),
  );
  const [lefts, rights] = (['left', 'right'] as const).map((edge) => {
    const inRows = ends.map((runs) => new Set(runs.map((run) => run[edge])));
    return inRows.flatMap((all, row) => [...all].map((x) => ({ x, row }))).sort((a, b) => a.x - b.x);
  });
  return ends.every((runs, row) =>
    runs.every(({ left, right }) => isInOther(lefts ?? [], row, left) || isInOther(rights ?? [], row, right)),
  );
}

const tenth = (points: number) => Math.round(points * 10) / 10;

/** @param ends of all rows, from left to right. */
function isInOther(ends: { x: number; row: number }[], row: number, x: number): boolean {
  for (let at = lowerBound(ends, (end) => end.x < x - TOLERANCE); at < ends.length; at += 1) {
    const end = ends[at];
    if (!end || end.x > x + TOLERANCE) return false;
    if (end.row !== row) return true;
  }
  return false;
}

/** The widest space between two lines of a page. */
export function widestSpace(region: Line[]): number {
  const spaces = region.slice(1).map((line, index) => {
    const before = region[index];
    return before?.page === line.page ? line.y - before.y : 0;
  });
  return Math.max(0, ...spaces);
}
