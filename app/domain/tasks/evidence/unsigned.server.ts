/** Completed deliveries without a signature that are not archived. */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';
import { signedForSql } from '~/domain/tasks/model/completion';

export type Unsigned = { id: number; location: string; invoiceNumber: string };

const MOST = 50;

/** @returns the latest of them, and the number of all. */
export async function unsignedDeliveries(actor: Actor): Promise<{ tasks: Unsigned[]; count: number }> {
  authorizeAll(actor, 'archiveEverything');
  const found = await rows<Unsigned & { total: number }>(
    `select t.id, t.location, t.invoice_number as "invoiceNumber", count(*) over ()::integer as total
     from tasks t
     where ${signedForSql('t')} and t.status = 'completed' and not t.archived
       and not exists (select from task_signatures s where s.task_id = t.id)
     order by t.completed_at desc, t.id limit ${String(MOST)}`,
  );
  const tasks = found.map(({ total: _, ...task }) => task);
  return { tasks, count: found[0]?.total ?? 0 };
}
