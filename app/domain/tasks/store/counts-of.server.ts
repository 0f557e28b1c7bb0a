/** How many tasks an account or a driver has, to be read before it is deleted. */
import { row } from 'db/connection';
import { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { query } from '~/domain/kernel/command.server';
import { authorizeAll } from '~/domain/kernel/permissions';
import { count } from '~/domain/kernel/schema';
import { atUser } from '~/domain/network/users/schema';
import { isDone, isOpen } from '~/domain/tasks/model/statuses';
import { statusesThat, statusIs } from '~/domain/tasks/model/status-sql.server';

export type TasksOf = {
  open: number;
  /** Completed and not archived yet. */
  completed: number;
  archived: number;
  /** Other open tasks at its addresses. */
  there: number;
};

const IS_OPEN = `not archived and ${statusIs(isOpen, 'status')}`;

/**
 * Counts the tasks that go to the account: open, completed and archived ones. Also counts
 * the other open tasks at one of its addresses, whatever the spelling.
 */
export async function countTasksOf(actor: Actor, accountId: number): Promise<TasksOf> {
  authorizeAll(actor, 'readAccounts');
  const counts = await row<TasksOf>(
    `select count(*) filter (where ${IS_OPEN})::integer as open,
       count(*) filter (where not archived and ${statusIs(isDone, 'status')})::integer as completed,
       count(*) filter (where archived)::integer as archived,
       (select count(*)::integer from tasks
        where ${IS_OPEN} and account_id is distinct from $accountId and address_key(address) in (
          select address_key(address_line(address, city, state, zip_code)) from account_addresses
          where account_id = $accountId)) as there
     from tasks where account_id = $accountId`,
    { accountId },
  );
  return counts ?? { open: 0, completed: 0, archived: 0, there: 0 };
}

export const countOpenTasks = query(
  {
    summary: 'How many tasks become unassigned when the user is deleted or is no longer a driver',
    may: 'manageUsers',
    at: atUser,
    answer: count,
  },
  ({ userId }) => Task.count({ where: { driver_id: userId, archived: false, status: statusesThat(isOpen) } }),
);
