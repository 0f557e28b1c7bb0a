/** Runs a check with a time limit. Simultaneous probes share one check. */
// Longer than a busy moment, shorter than the time limit of load balancers.
const ANSWER_WITHIN_MS = 3_000;

export function readiness(check: () => Promise<boolean>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  const ask = async () => {
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      late = setTimeout(resolve, ANSWER_WITHIN_MS, false);
    });
    return Promise.race([check().catch(() => false), tooLate]).finally(() => {
      clearTimeout(late);
      underWay = undefined;
    });
  };
  return () => (underWay ??= ask());
}
