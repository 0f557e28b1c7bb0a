/** A cancelled run keeps by whom and when it was cancelled, and where its tasks went. */
export const cancellationsOfRuns = {
  name: '0078-cancellations-of-runs',
  up: `
alter table runs add column cancellation jsonb;
`,
};
