/** What a search answers. Safe in the browser. */
import type { Task } from '~/domain/tasks/task';

/** Characters that a search needs at least. */
export const FIND_FROM = 4;

export type FoundTask = Pick<
  Task,
  | 'id'
  | 'type'
  | 'status'
  | 'priority'
  | 'location'
  | 'address'
  | 'invoice_number'
  | 'part_numbers'
  | 'archived'
  | 'completed_at'
> & { driver: string | null };

export type FoundTasks = { tasks: FoundTask[]; /** Whether there are more than these. */ more: boolean };
