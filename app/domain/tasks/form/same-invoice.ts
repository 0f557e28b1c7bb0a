/** A task that has this invoice number at this place already. Safe in the browser. */
import type { Task } from '~/domain/tasks/task';

export type SameInvoice = Pick<
  Task,
  'id' | 'type' | 'status' | 'location' | 'invoice_number' | 'archived'
> & {
  /** ISO 8601. */
  created_at: string;
  driver: string | null;
};
