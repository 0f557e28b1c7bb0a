/** How many files and connections the system lets this process have open. */
const FEWEST = 256;
/** For the database, files that are sent, and other processes. */
const FOR_ITSELF = 100;
const MOST_CONNECTIONS = 10_000;

type Limits = { userLimits?: { open_files?: { soft: number | string } } };

/** Infinity where the system has no limit, or tells none. */
export function openFiles(): number {
  Object.assign(process.report, { excludeNetwork: true }); // it would look up names
  const { userLimits } = process.report.getReport() as Limits;
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isNaN(limit) ? Infinity : limit;
}

/** How many connections of clients that leaves. */
export function connectionsAtMost(): number {
  return Math.min(openFiles() - FOR_ITSELF, MOST_CONNECTIONS);
}

/** @throws Error with one sentence when there are too few to work with. */
export function requireOpenFiles(): void {
  const allowed = openFiles();
  if (allowed >= FEWEST) return;
  throw new Error(
    `the system allows ${String(allowed)} open files, but ${String(FEWEST)} are needed. Raise the limit, for example with ulimit -n 1024`,
  );
}
