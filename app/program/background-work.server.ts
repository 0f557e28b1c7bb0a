/** Lists jobs that wait, run or have failed, and lets an admin run one now. Bodies, texts and secrets of what they
 * send are left out. */
import * as z from 'zod/v4';
import { row, rows } from 'db/connection';
import { count, id, known, moment, pageLimit } from '~/domain/kernel/schema';
import { type Facts, JOB_STATES, type ShownKind } from '~/domain/platform/jobs/job';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { administer, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { runAgain } from '~/domain/platform/jobs/change-jobs.server';
import type { JobCounts } from './job-states';
import { KIND_NAMES, KINDS } from './kinds.server';
import { untranslated } from '~/domain/kernel/sentence';

const atJob = { jobId: id };

const ListJobs = z.strictObject({
  kind: z.enum(KIND_NAMES, `kind must be one of ${KIND_NAMES.join(', ')}`).optional(),
  state: z.enum(JOB_STATES, `state must be one of ${JOB_STATES.join(', ')}`).optional(),
  /** The id of the last job on the page before. */
  before: id.optional(),
  limit: pageLimit(200).default(50),
});

const RunJob = z.strictObject({
  triedAt: z
    .string()
    .max(40)
    .nullable()
    .optional()
    .describe('As the list had it: 409 when the job has been tried since'),
});

const JobAnswer = z
  .strictObject({
    id: known,
    kind: z.enum(KIND_NAMES),
    about: z.string().describe('What or whom it is about, in words'),
    state: z.enum(JOB_STATES),
    attempts: count,
    nextTryAt: moment.nullable().describe('When it is due, while it waits'),
    triedAt: moment.nullable(),
    error: z.string().nullable().describe('Why the last attempt failed'),
    createdAt: moment,
    endedAt: moment.nullable(),
    mayRunAgain: z.boolean(),
  })
  .meta({ id: 'Job' });
export type JobLine = z.output<typeof JobAnswer>;

type Stored = Omit<JobLine, 'about' | 'mayRunAgain'> & { subject: string; lane: string; facts: Facts };

const FACTS = KINDS.flatMap(({ kind, facts }) => (facts ? [`when '${kind}' then ${facts}`] : []));

// The page of jobs is selected first, and then the facts about its jobs.
const jobsWhere = (condition: string) => `
  select j.id, j.kind, j.state, j.attempts, case when j.state = 'waiting' then to_json(j.run_at) #>> '{}' end as "nextTryAt",
    to_json(j.tried_at) #>> '{}' as "triedAt", j.error, to_json(j.created_at) #>> '{}' as "createdAt",
    to_json(j.ended_at) #>> '{}' as "endedAt", j.subject, j.lane,
    coalesce(case j.kind ${FACTS.join(' ')} end, '{}') as facts
  from (select * from jobs where kind = any($kinds::text[]) and ${condition}) j order by j.id desc`;

const PAGE = jobsWhere(`($kind::text is null or kind = $kind) and ($state::text is null or state = $state)
  and ($before::bigint is null or id < $before) order by id desc limit $limit`);
const ONE = jobsWhere('id = $id');

type FoundJob = JobLine & Pick<Stored, 'subject' | 'lane'> & { of: ShownKind };

function found({ facts, ...stored }: Stored): FoundJob {
  const of = KINDS.find(({ kind }) => kind === stored.kind);
  if (!of) throw new Error(`No kind of background work is called ${stored.kind}`);
  const mayRunAgain = !of.madeOnce && stored.state !== 'running';
  return { ...stored, about: of.about({ subject: stored.subject, facts }), mayRunAgain, of };
}

const asBefore: NonNullable<ShownKind['again']> = ({ kind, subject }) => runAgain(kind, subject);

/** Leaves out the fields that only commands need. */
const shownJob = ({ subject: _, lane: _lane, of: _of, ...line }: FoundJob): JobLine => line;

export const listJobs = query(
  {
    summary: 'Background work, newest first',
    about: '`before` is the id of the last job on the previous page.',
    may: 'manageBackgroundWork',
    input: ListJobs,
    answer: z.array(JobAnswer),
  },
  async ({ input: { kind, state, before, limit } }) => {
    const filter = { kind: kind ?? null, state: state ?? null, before: before ?? null, limit };
    return (await rows<Stored>(PAGE, { ...filter, kinds: KIND_NAMES })).map((each) => shownJob(found(each)));
  },
);

const COUNTS = `
  select (select count(*)::integer from jobs where kind = any($kinds::text[]) and state = 'failed') as failed,
    count(*) filter (where state = 'running')::integer as running, count(*) filter (where state = 'waiting')::integer as waiting
  from jobs where kind = any($kinds::text[]) and run_at is not null`;

/** The caller checks that the actor may list them. */
export async function countJobs(): Promise<JobCounts> {
  const counts = await row<JobCounts>(COUNTS, { kinds: KIND_NAMES });
  return counts ?? { failed: 0, running: 0, waiting: 0 };
}

/** @throws notFound. */
async function requireJob(id: number): Promise<FoundJob> {
  const stored = await row<Stored>(ONE, { id, kinds: KIND_NAMES });
  if (!stored) throw notFound('Job');
  return found(stored);
}

export const runJob = command(
  {
    summary: 'Does a piece of background work now',
    about:
      'One that waits is due now; one that has failed begins anew. 409 for one that is running, for a plan, and where the webhook or the message can’t be sent.',
    may: 'manageBackgroundWork',
    at: atJob,
    input: RunJob,
    answer: JobAnswer,
    refusals: [409],
  },
  ({ actor, jobId: id, input: { triedAt } }) =>
    administer(actor, async () => {
      const job = await requireJob(id);
      if (job.state === 'running') throw conflict(untranslated('jobRunning', 'It is running at this moment'));
      // A colleague, or a first click, has started it already.
      if (triedAt !== undefined && (triedAt || null) !== job.triedAt)
        throw conflict(untranslated('jobJustTried', 'It has just been tried. Look at the result first'));
      if (job.of.madeOnce) throw job.of.madeOnce();
      await (job.of.again ?? asBefore)(job);
      await recordAdminEvent(actor, {
        act: 'job.run',
        target: { id, name: job.about },
        changes: { state: [job.state, 'waiting'] },
      });
      return shownJob(await requireJob(id));
    }),
);

/** Kinds with their labels. */
export const kindLabels = (): [string, string][] => KINDS.map(({ kind, label }) => [kind, label]);
