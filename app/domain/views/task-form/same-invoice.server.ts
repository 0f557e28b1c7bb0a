/** Finds a task that already has this invoice number at this place. Safe in the browser. */
import { row } from 'db/connection';
import type { Task } from '~/domain/tasks/model/task';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';

export type SameInvoice = Pick<
  Task,
  'id' | 'type' | 'status' | 'location' | 'invoice_number' | 'archived'
> & {
  /** ISO 8601. */
  created_at: string;
  driver: string | null;
};

type Typed = { invoice: string; location: string; address: string };

/**
 * Returns the first task with this invoice number at this place: at the same address, whatever its spelling,
 * or with the same name. Null if there is none.
 * @param except the task that is being edited.
 */
export async function findSameInvoice(
  actor: Actor,
  { invoice, location, address }: Typed,
  except: number | null = null,
): Promise<SameInvoice | null> {
  authorizeAll(actor, 'findTasks');
  if (invoice.trim() === '' || (location.trim() === '' && address.trim() === '')) return null;
  const found = await row<SameInvoice>(
    `select t.id, t.type, t.status, t.location, t.invoice_number, t.archived, to_json(t.created_at) #>> '{}' as created_at,
       coalesce(nullif(u.name, ''), u.username) as driver
     from tasks t left join users u on u.id = t.driver_id
     where t.invoice_number <> '' and lower(btrim(t.invoice_number)) = lower(btrim($invoice::text))
       and t.id is distinct from $except::integer
       and ((btrim($address::text) <> '' and address_key(t.address) = address_key($address::text))
         or lower(btrim(t.location)) = lower(btrim($location::text)))
     order by t.id limit 1`,
    { invoice, location, address, except },
  );
  return found ?? null;
}
