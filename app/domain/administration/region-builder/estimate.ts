/** Estimates the time, memory and disk of a build, from measured files (`npm run bench -- --region FILE`). */
type Sized = { path: string; bytes: number; date: Date };

const MB = 1_000_000;

/** Takes the size of the file in megabytes; returns seconds, and megabytes of memory and disk. */
const MAP = {
  seconds: (mb: number) => 2 + 0.6 * mb,
  memory: (mb: number) => 150 + 8 * mb,
  disk: (mb: number) => mb,
};
const ROADS = {
  seconds: (mb: number) => 2 + 0.9 * mb,
  memory: (mb: number) => 60 + 15 * mb,
  disk: (mb: number) => 6 * mb,
};

export const megabytes = (bytes: number) =>
  bytes < MB ? `${String(Math.ceil(bytes / 1_000))} kB` : `${String(Math.round(bytes / MB))} MB`;
const about = (mb: number) =>
  mb < 1_000 ? `${String(Math.ceil(mb / 10) * 10)} MB` : `${(mb / 1_000).toFixed(1)} GB`;

/**
 * Returns the megabytes of JavaScript's heap for a file of so many bytes; most of the memory is outside of
 * it.
 */
export const heapMbFor = (bytes: number) => Math.max(1_500, Math.round((10 * bytes) / MB));

/** Map and roads are made one after the other, so time and disk add up, but memory does not. */
function needs(bytes: number, withRoads: boolean) {
  const mb = bytes / MB;
  const parts = withRoads ? [MAP, ROADS] : [MAP];
  return {
    seconds: Math.round(parts.reduce((sum, { seconds }) => sum + seconds(mb), 0)),
    memoryMb: Math.max(...parts.map(({ memory }) => memory(mb))),
    diskMb: parts.reduce((sum, { disk }) => sum + disk(mb), 0),
  };
}

type Given = { osm: Sized | null; tiles: Sized | null };

export function estimate({ osm, tiles }: Given, withRoads: boolean): string[] {
  const known = [osm, tiles].filter((each) => each !== null);
  const lines = known.map(
    ({ path, bytes, date }) => `${path}: ${megabytes(bytes)}, as of ${date.toISOString().slice(0, 10)}`,
  );
  if (!osm) return lines;
  const { seconds, memoryMb, diskMb } = needs(osm.bytes, withRoads);
  const time = seconds < 90 ? `${String(seconds)} seconds` : `${String(Math.round(seconds / 60))} minutes`;
  return [...lines, `This takes about ${time}, ${about(memoryMb)} of memory and ${about(diskMb)} of disk.`];
}
