import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { countJobs, type JobLine, kindLabels, listJobs, runJob } from '~/program/background-work.server';
import { COUNTED_STATES, STATE_LABELS } from '~/program/job-states';
import { JOB_STATES, type JobState } from '~/domain/platform/jobs/job';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { ListSteps } from '~/ui/list-steps';
import { Table } from '~/ui/table';
import { filter } from '~/ui/table.css';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';
import { paramsOf } from '~/forms/view-params';
import { readId } from '~/domain/kernel/ids';
import * as css from './jobs.css';

export const meta: MetaFunction = () => [{ title: 'Background Work · Parts Dispatch' }];

const PER_PAGE = 25;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listJobs.spec.may);
  const query = readJobsQuery(new URL(request.url).search);
  return load(async () => {
    const found = await listJobs({ actor, input: { ...query, limit: PER_PAGE + 1 } });
    const jobs = found.slice(0, PER_PAGE);
    return {
      query,
      kinds: kindLabels(),
      counts: await countJobs(),
      jobs,
      next: found.length > PER_PAGE ? jobs.at(-1)?.id : undefined,
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    runJob: button(runJob, () => ({
      redirectTo: jobsPath(readJobsQuery(new URL(args.request.url).search)),
      toast: { title: 'Started again' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to start it again');

export default function BackgroundWork() {
  const { query, kinds, counts, jobs, next } = useLoaderData<typeof loader>();
  const { kind, state, before } = query;
  const problem = useAnswer<Answered>()?.problem ?? null;
  useFailureToast(problem);
  return (
    <SettingsPage title="Background Work" description="Background jobs, newest first">
      <Stack gap={3}>
        {problem && <Banner tone="error">{problem.error}</Banner>}
        <div className={css.sums}>
          {COUNTED_STATES.map((each) => (
            <Link key={each} to={jobsPath({ state: each })} preventScrollReset className={css.sum}>
              <Badge tone={TONES[each]}>{STATE_LABELS[each]}</Badge> {counts[each].toLocaleString('en-US')}
            </Link>
          ))}
        </div>
        <Form
          key={JSON.stringify(query)}
          action="/settings/background-work"
          preventScrollReset
          className={filter}
        >
          <SelectField label="Kind" name="kind" defaultValue={kind ?? ''} none="All kinds" options={kinds} />
          <SelectField
            label="State"
            name="state"
            defaultValue={state ?? ''}
            none="All states"
            options={JOB_STATES.map((each) => [each, STATE_LABELS[each]])}
          />
          <Button size="form">Apply</Button>
          <LinkButton size="form" to={jobsPath({ kind, state })} preventScrollReset>
            Refresh
          </LinkButton>
        </Form>
        {jobs.length > 0 ? (
          <JobTable jobs={jobs} labels={new Map(kinds)} />
        ) : (
          <EmptyState>
            {kind || state || before
              ? 'No work matches these filters.'
              : 'Nothing is waiting, and nothing has failed.'}
          </EmptyState>
        )}
        <Inline>
          <ListSteps
            newest={before !== undefined && jobsPath({ kind, state })}
            older={next !== undefined && jobsPath({ kind, state, before: next })}
          />
        </Inline>
      </Stack>
    </SettingsPage>
  );
}

const TONES = { waiting: 'pending', running: 'going', done: 'completed', failed: 'urgent' } as const;

type Labels = ReadonlyMap<string, string>;

function JobTable({ jobs, labels }: { jobs: JobLine[]; labels: Labels }) {
  return (
    <Table columns={['When', 'Work', 'Status', 'Last Error', 'Actions']}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} label={labels.get(job.kind) ?? job.kind} />
      ))}
    </Table>
  );
}

/** The part of an error that is shown at once. The rest is in a fold. */
const SHORT_ERROR = 120;

function JobRow({ job, label }: { job: JobLine; label: string }) {
  const pending = useNavigation().state !== 'idle';
  const { id, about, state, attempts, nextTryAt, triedAt, error, createdAt, mayRunAgain } = job;
  const tries = `${String(attempts)} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return (
    <tr>
      <td data-label="When" className={css.short}>
        <Time iso={createdAt} />
      </td>
      <td data-label="Work" className={css.work}>
        <span>
          <span className={css.strong}>{label}</span>
          <span className={css.below}>{about}</span>
        </span>
      </td>
      <td data-label="Status" className={css.short}>
        <span>
          <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>
          <span className={css.below}>
            {attempts === 0 ? 'not tried yet' : tries}
            {nextTryAt && (
              <>
                , {attempts === 0 ? 'due' : 'next'} <Time iso={nextTryAt} />
              </>
            )}
          </span>
        </span>
      </td>
      <td data-label="Last Error" className={error === null ? css.nothing : css.error}>
        <LastError error={error} />
      </td>
      <td data-label="Actions" className={mayRunAgain ? css.short : css.nothing}>
        {mayRunAgain ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="jobId" value={id} />
            <input type="hidden" name="triedAt" value={triedAt ?? ''} />
            <Button
              type="submit"
              name="intent"
              value="runJob"
              disabled={pending}
              aria-label={`Run ${label} again: ${about}`}
            >
              Run Again
            </Button>
          </Form>
        ) : (
          '–'
        )}
      </td>
    </tr>
  );
}

function LastError({ error }: { error: string | null }) {
  if (error === null) return '–';
  if (error.length <= SHORT_ERROR) return <span>{error}</span>;
  return (
    <details>
      <summary className={css.summary}>{error.slice(0, SHORT_ERROR)} …</summary>
      {error.slice(SHORT_ERROR)}
    </details>
  );
}

type JobsQuery = {
  kind?: string | undefined;
  state?: JobState | undefined;
  before?: number | undefined;
};

/** Leaves out invalid values of the address. */
function readJobsQuery(search: string): JobsQuery {
  const query = new URLSearchParams(search);
  return {
    kind: kindLabels().find(([kind]) => kind === query.get('kind'))?.[0],
    state: JOB_STATES.find((each) => each === query.get('state')),
    before: readId(query.get('before')) ?? undefined,
  };
}

const jobsPath = ({ kind, state, before }: JobsQuery) =>
  `/settings/background-work${paramsOf({ kind, state, before })}`;
