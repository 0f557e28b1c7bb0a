/** One line from a customer to the office, under the link of a task that is not completed. Anyone with the link may write. */
import { row, transaction } from 'db/connection';
import * as z from 'zod/v4';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { networkOf } from '~/domain/platform/ip-address.server';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { nameText } from '~/domain/kernel/schema';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { record } from '~/domain/tasks/events/record.server';
import { addConcerns } from '~/domain/tasks/activity/concerns.server';
import { CUSTOMER_WROTE, LONGEST_LINE } from '~/domain/tasks/model/expected';
import { hashOf, OPEN, SAME_CUSTOMER, visits } from './links.server';

/** The limit counts by link. */
const lines = rateLimit({ name: 'customer-lines', points: 5, seconds: 3_600, what: 'messages' });

const Line = nameText(LONGEST_LINE, 'Message').pipe(z.string().min(1, 'Write a message first'));

type Write = (given: unknown) => Promise<void>;

/** The link is checked before the body is read. @throws a refusal with a sentence for the customer */
export async function lineWriter(token: string, ip: string): Promise<Write> {
  await visits.spend(networkOf(ip));
  const link = await row<{ id: number; taskId: number }>(
    `select l.id, l.task_id as "taskId" from proof_links l join tasks t on t.id = l.task_id
     where l.token_hash = $tokenHash and ${OPEN} and ${SAME_CUSTOMER}`,
    { tokenHash: hashOf(token) },
  );
  if (!link) throw notFound('Link');
  return (given) => writeLine(link, given);
}

async function writeLine(link: { id: number; taskId: number }, given: unknown): Promise<void> {
  const parsed = Line.safeParse(given);
  if (!parsed.success) throw fieldRefusal('line', parsed.error.issues[0]?.message ?? '');
  await lines.spend(String(link.id));
  await transaction(async () => {
    const task = (await lockTasks([link.taskId])).get(link.taskId);
    if (!task) throw notFound('Link');
    if (task.status === 'completed') throw conflict('This has been completed. Please call the office.');
    // A second click sends the same line, which is not written again.
    const same = await row(
      `select e.id from task_events e where e.task_id = $taskId and e.action = $action
         and e.changes #>> '{line,1}' = $line and e.occurred_at > now() - interval '10 minutes' limit 1`,
      { taskId: link.taskId, action: CUSTOMER_WROTE, line: parsed.data },
    );
    if (same) return;
    await record(null, [
      {
        kind: 'TASK_UPDATED',
        taskId: link.taskId,
        action: CUSTOMER_WROTE,
        // The driver's card shows it as well.
        changes: { line: [null, parsed.data] },
        driverIds: [task.driver_id],
      },
    ]);
    await addConcerns([{ taskId: link.taskId, kind: 'customer-wrote', said: parsed.data }]);
  });
}
