/** Lists jobs that wait, run or have failed. Bodies, texts and secrets of what they send are left out. */
import * as z from 'zod/v4';
import { row, rows } from 'db/connection';
import { EVENTS, type MessageEvent } from '~/domain/customers/messages/events';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { EVENT_LABELS, type WebhookEvent } from '~/domain/notifications/webhooks/events';
import { KIND_NAMES, type JobCounts, type KindName } from './kinds';
import { JobAnswer, ListJobs, type JobLine } from './schema';

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
};
type Stored = Omit<JobLine, 'about' | 'mayRunAgain'> & Facts;

// The page of jobs is selected first, and then the facts about its jobs.
const jobsWhere = (condition: string) => `
  select j.id, j.kind, j.state, j.attempts, case when j.state = 'waiting' then to_json(j.run_at) #>> '{}' end as "nextTryAt",
    to_json(j.tried_at) #>> '{}' as "triedAt", j.error, to_json(j.created_at) #>> '{}' as "createdAt",
    to_json(j.ended_at) #>> '{}' as "endedAt", j.subject, j.lane, coalesce(m.event, j.payload ->> 'event') as event,
    (j.payload ->> 'taskId')::integer as "taskId", substring(w.url from '://([^/?#]+)') as host,
    coalesce(nullif(u.name, ''), u.username) as person, c.name as contact, a.name as account
  from (select * from jobs where kind = any($kinds::text[]) and ${condition}) j
  left join webhooks w on w.id = case when j.kind = 'webhook' then j.lane::integer end
  left join messages m on m.id = case when j.kind = 'message' then j.subject::uuid end
  left join account_contacts c on c.id = m.contact_id left join accounts a on a.id = c.account_id
  left join plans p on p.id = case when j.kind = 'plan' then j.subject::integer end
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
  plan: ({ subject, person }) => `Plan ${subject}${person === null ? '' : `, for ${person}`}`,
};

export type FoundJob = JobLine & Pick<Facts, 'subject' | 'lane'>;

function found(stored: Stored): FoundJob {
  const { id, kind, state, attempts, nextTryAt, triedAt, error, createdAt, endedAt, subject, lane } = stored;
  const mayRunAgain = kind !== 'plan' && state !== 'running';
  const about = ABOUT[kind](stored);
  const times = { nextTryAt, triedAt, createdAt, endedAt };
  return { id, kind, about, state, attempts, error, mayRunAgain, ...times, subject, lane };
}

/** Leaves out the fields that only commands need. */
export const shownJob = ({ subject: _, lane: _lane, ...line }: FoundJob): JobLine => line;

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
export async function requireJob(id: number): Promise<FoundJob> {
  const stored = await row<Stored>(ONE, { id, kinds: KIND_NAMES });
  if (!stored) throw notFound('Job');
  return found(stored);
}
