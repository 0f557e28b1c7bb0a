/** The least number of open files and connections that the process needs. */
const FEWEST = 256;
/** Reserved for the database, sent files, and other processes. */
const FOR_ITSELF = 100;
const MOST_CONNECTIONS = 10_000;

type Limits = { userLimits?: { open_files?: { soft: number | string } } };

/** The number of files that the system lets this process open; Infinity without a known limit. */
export function openFiles(): number {
  Object.assign(process.report, { excludeNetwork: true }); // without this, the report would look up network names
  const { userLimits } = process.report.getReport() as Limits;
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isNaN(limit) ? Infinity : limit;
}

/** The number of client connections that the limit leaves. */
export function connectionsAtMost(): number {
  return Math.min(openFiles() - FOR_ITSELF, MOST_CONNECTIONS);
}

/** @throws Error with one sentence when the limit is too low. */
export function requireOpenFiles(): void {
  const allowed = openFiles();
  if (allowed >= FEWEST) return;
  throw new Error(
    `the system allows ${String(allowed)} open files, but ${String(FEWEST)} are needed. Raise the limit, for example with ulimit -n 1024`,
  );
}
