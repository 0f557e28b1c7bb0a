/** Whether the database answers. Probes that come at once share one question. */
const ANSWER_WITHIN_MS = 1_000;

export function readiness(ping: () => Promise<void>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  const ask = async () => {
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      late = setTimeout(resolve, ANSWER_WITHIN_MS, false);
    });
    const well = ping().then(
      () => true,
      () => false,
    );
    return Promise.race([well, tooLate]).finally(() => {
      clearTimeout(late);
      underWay = undefined;
    });
  };
  return () => (underWay ??= ask());
}
