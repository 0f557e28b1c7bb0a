/** Lets an admin run a job now. */
import { Message } from 'db/models/messages';
import { Webhook } from 'db/models/webhooks';
import { sendMessageAgain } from '~/domain/customers/messages/queries.server';
import { command } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { administer, recordAdminEvent } from '~/domain/platform/audit/log.server';
import { runAgain } from '~/domain/platform/jobs/change-jobs.server';
import type { KindName } from './kinds';
import { requireJob, shownJob, type FoundJob } from './queries.server';
import { atJob, JobAnswer, RunJob } from './schema';

/** @throws conflict, with a sentence, when running the job again makes no sense. */
const RUN_AGAIN: Record<KindName, (job: FoundJob) => Promise<unknown>> = {
  webhook: async ({ kind, subject, lane }) => {
    const webhook = await Webhook.findRow(['active'], { where: { id: Number(lane) } });
    if (!webhook) throw conflict('The webhook was deleted');
    if (!webhook.active) throw conflict('Turn the webhook on first');
    return runAgain(kind, subject);
  },
  message: async ({ subject }) => {
    if (!(await Message.exists({ id: subject }))) throw conflict('The contact was deleted');
    return sendMessageAgain(subject);
  },
  push: ({ kind, subject }) => runAgain(kind, subject),
  plan: () => Promise.reject(conflict('A plan is made once. Plan the day again')),
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
      if (job.state === 'running') throw conflict('It is running at this moment');
      // A colleague, or a first click, has started it already.
      if (triedAt !== undefined && (triedAt || null) !== job.triedAt)
        throw conflict('It has just been tried. Look at the result first');
      await RUN_AGAIN[job.kind](job);
      await recordAdminEvent(actor, {
        act: 'job.run',
        target: { id, name: job.about },
        changes: { state: [job.state, 'waiting'] },
      });
      return shownJob(await requireJob(id));
    }),
);
