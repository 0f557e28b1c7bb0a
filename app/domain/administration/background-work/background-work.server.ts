/** Lists jobs that wait, run or have failed, and lets an admin run one now. Bodies, texts and secrets of what they
 * send are left out. */
import * as z from 'zod/v4';
import { row, rows } from 'db/connection';
import { Message, Webhook } from 'db/models/notifications';
import { count, id, known, moment, pageLimit } from '~/domain/kernel/schema';
import { JOB_STATES } from '~/domain/platform/jobs/job';
import { EVENTS, type MessageEvent } from '~/domain/customers/messages/events';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { EVENT_LABELS, type WebhookEvent } from '~/domain/notifications/webhooks/events';
import { sendMessageAgain } from '~/domain/customers/messages/queries.server';
import { administer, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { runAgain } from '~/domain/platform/jobs/change-jobs.server';
import { type JobCounts, KIND_NAMES, type KindName } from './kinds';
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

type Facts = {
  subject: string;
  lane: string;
  event: string | null;
  taskId: number | null;
  /** The host of the webhook, without the rest of its address. */
  host: string | null;
  person: string | null;
  contact: string | null;
  account: string | null;
  source: string | null;
};
type Stored = Omit<JobLine, 'about' | 'mayRunAgain'> & Facts;

// The page of jobs is selected first, and then the facts about its jobs.
const jobsWhere = (condition: string) => `
  select j.id, j.kind, j.state, j.attempts, case when j.state = 'waiting' then to_json(j.run_at) #>> '{}' end as "nextTryAt",
    to_json(j.tried_at) #>> '{}' as "triedAt", j.error, to_json(j.created_at) #>> '{}' as "createdAt",
    to_json(j.ended_at) #>> '{}' as "endedAt", j.subject, j.lane, coalesce(m.event, j.payload ->> 'event') as event,
    (j.payload ->> 'taskId')::integer as "taskId", substring(w.url from '://([^/?#]+)') as host,
    coalesce(nullif(u.name, ''), u.username) as person, c.name as contact, a.name as account,
    s.name as source
  from (select * from jobs where kind = any($kinds::text[]) and ${condition}) j
  left join webhooks w on w.id = case when j.kind = 'webhook' then j.lane::integer end
  left join messages m on m.id = case when j.kind = 'message' then j.subject::uuid end
  left join account_contacts c on c.id = m.contact_id left join accounts a on a.id = c.account_id
  left join plans p on p.id = case when j.kind = 'plan' then j.subject::integer end
  left join intake_sources s on s.id = case when j.kind in ('print', 'folder', 'mail') then j.lane::integer end
  left join users u on u.id = case when j.kind = 'push' then j.lane::integer else p.made_by end
  order by j.id desc`;

const PAGE = jobsWhere(`($kind::text is null or kind = $kind) and ($state::text is null or state = $state)
  and ($before::bigint is null or id < $before) order by id desc limit $limit`);
const ONE = jobsWhere('id = $id');

const ABOUT: Record<KindName, (facts: Facts) => string> = {
  webhook: ({ event, taskId, host }) => {
    const what = event === 'test' ? 'Test' : EVENT_LABELS[event as WebhookEvent];
    return `${what}${taskId === null ? '' : `, task ${String(taskId)}`}, to ${host ?? 'a deleted webhook'}`;
  },
  message: ({ event, contact, account }) =>
    contact === null
      ? 'A deleted message'
      : `${EVENTS[event as MessageEvent].label}, to ${contact} of ${account ?? ''}`,
  push: ({ person }) => `To ${person ?? 'a deleted user'}`,
  intake: ({ subject }) => `Document ${subject}`,
  print: ({ subject, source }) => `Copy ${subject}${source === null ? '' : `, of ${source}`}`,
  folder: ({ source }) => `Folder of ${source ?? 'a source'}`,
  mail: ({ source }) => `Mailbox of ${source ?? 'a source'}`,
  'move-in': ({ subject }) => `File ${subject}`,
  plan: ({ subject, person }) => `Plan ${subject}${person === null ? '' : `, for ${person}`}`,
};

type FoundJob = JobLine & Pick<Facts, 'subject' | 'lane'>;

function found(stored: Stored): FoundJob {
  const { id, kind, state, attempts, nextTryAt, triedAt, error, createdAt, endedAt, subject, lane } = stored;
  const mayRunAgain = kind !== 'plan' && kind !== 'move-in' && state !== 'running';
  const about = ABOUT[kind](stored);
  const times = { nextTryAt, triedAt, createdAt, endedAt };
  return { id, kind, about, state, attempts, error, mayRunAgain, ...times, subject, lane };
}

/** Leaves out the fields that only commands need. */
const shownJob = ({ subject: _, lane: _lane, ...line }: FoundJob): JobLine => line;

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

/** @throws conflict, with a sentence, when running the job again makes no sense. */
const RUN_AGAIN: Record<KindName, (job: FoundJob) => Promise<unknown>> = {
  webhook: async ({ kind, subject, lane }) => {
    const webhook = await Webhook.findRow(['active'], { where: { id: Number(lane) } });
    if (!webhook) throw conflict(untranslated('webhookDeleted', 'The webhook was deleted'));
    if (!webhook.active) throw conflict(untranslated('webhookOff', 'Turn the webhook on first'));
    return runAgain(kind, subject);
  },
  message: async ({ subject }) => {
    if (!(await Message.exists({ id: subject })))
      throw conflict(untranslated('contactDeleted', 'The contact was deleted'));
    return sendMessageAgain(subject);
  },
  push: ({ kind, subject }) => runAgain(kind, subject),
  intake: ({ kind, subject }) => runAgain(kind, subject),
  print: ({ kind, subject }) => runAgain(kind, subject),
  folder: ({ kind, subject }) => runAgain(kind, subject),
  mail: ({ kind, subject }) => runAgain(kind, subject),
  'move-in': () =>
    Promise.reject(
      conflict(
        untranslated('fileImportedOnce', 'Import the file again under Move In: what was made is passed over'),
      ),
    ),
  plan: () =>
    Promise.reject(conflict(untranslated('planMadeOnce', 'A plan is made once. Plan the day again'))),
};

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
      await RUN_AGAIN[job.kind](job);
      await recordAdminEvent(actor, {
        act: 'job.run',
        target: { id, name: job.about },
        changes: { state: [job.state, 'waiting'] },
      });
      return shownJob(await requireJob(id));
    }),
);
