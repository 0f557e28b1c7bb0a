/** The address of the page: its filters, and the first row of its list. */
import { readId } from '~/domain/kernel/ids';
import { KIND_NAMES, type KindName } from '~/domain/administration/background-work/kinds';
import { JOB_STATES, type JobState } from '~/domain/platform/jobs/job';
import { paramsOf } from '~/forms/view-params';

type JobsQuery = {
  kind?: KindName | undefined;
  state?: JobState | undefined;
  before?: number | undefined;
};

/** Leaves out invalid values of the address. */
export function readJobsQuery(search: string): JobsQuery {
  const query = new URLSearchParams(search);
  return {
    kind: KIND_NAMES.find((each) => each === query.get('kind')),
    state: JOB_STATES.find((each) => each === query.get('state')),
    before: readId(query.get('before')) ?? undefined,
  };
}

export const jobsPath = ({ kind, state, before }: JobsQuery) =>
  `/settings/background-work${paramsOf({ kind, state, before })}`;
