/** Changes open tasks that still go to a former address of their account. */
import { rows, transaction } from 'db/connection';
import type { Task } from 'db/models/tasks';
import * as z from 'zod/v4';
import { query, preparedCommand } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { formatAddress } from '~/domain/geography/address';
import { enqueueLookup } from '~/domain/geography/geocoding/queue.server';
import { locate } from '~/domain/geography/geocoding/locate.server';
import { formerAddresses, requireAccount, requireAddress } from '~/domain/network/accounts/queries.server';
import { atAccount, atAddress } from '~/domain/network/accounts/schema';
import { record } from '~/domain/tasks/events/record.server';
import { RedirectTasks } from '~/domain/tasks/model/schema';
import { RedirectableAnswer, RedirectedAnswer } from '~/domain/tasks/model/answers';
import { forEachTask, lockTasks } from '~/domain/tasks/store/locks.server';
import { applyChange, refuseSecondStop, type Change } from './change.server';
import { untranslated } from '~/domain/kernel/sentence';
import { isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';
import { isMovable } from '~/domain/tasks/model/office-statuses';

type Found = { id: number; from: string; isGoing: boolean; part: 'address' | 'destination' };

const MAY_FOLLOW = `not t.archived and ${statusIs(isMovable)}`;
// The delivery of a transfer follows the transfer.
const FOUND = `
  select t.id, l.line as "from", ${statusIs(isUnderWay)} as "isGoing", 'address' as part
  from unnest($lines::text[]) as l(line) join tasks t on address_key(t.address) = address_key(l.line)
  where ${MAY_FOLLOW}
    and case when t.type = 'delivery' and t.account_id is not null then t.account_id = $accountId
      else lower(trim(t.location)) = lower(trim($name)) end
  union all
  select t.id, l.line, false, 'destination'
  from unnest($lines::text[]) as l(line) join tasks t on address_key(t.transfer_destination_address) = address_key(l.line)
  where ${MAY_FOLLOW} and t.type = 'transfer'
    and case when t.account_id is not null then t.account_id = $accountId
      else lower(trim(t.transfer_destination_location)) = lower(trim($name)) end
  order by id`;

const tasksGoingTo = (account: { id: number; name: string }, lines: string[]) =>
  rows<Found>(FOUND, { accountId: account.id, name: account.name, lines });

export const listRedirectable = query(
  {
    summary: 'Open tasks that still go to an address that the account had',
    about:
      'By former address, the latest first. `POST /api/account-addresses/{id}/redirect-tasks` changes them.',
    may: 'readAccounts',
    at: atAccount,
    answer: z.array(RedirectableAnswer),
  },
  async ({ accountId }) => {
    const account = await requireAccount(accountId);
    const former = await formerAddresses(accountId);
    const found =
      former.length > 0
        ? await tasksGoingTo(
            account,
            former.map(({ line }) => line),
          )
        : [];
    return former.flatMap(({ line, addressId, now }) => {
      const tasks = found.filter(({ from }) => from === line);
      if (tasks.length === 0) return [];
      const taskIds = [...new Set(tasks.map(({ id }) => id))];
      return [
        { from: line, addressId, to: now, taskIds, going: tasks.filter(({ isGoing }) => isGoing).length },
      ];
    });
  },
);

export const redirectTasks = preparedCommand(
  {
    summary: 'Sends open tasks of the account to this address',
    about: 'Those that name the account and go to `from`, also those under way.',
    may: 'editAnyTask',
    at: atAddress,
    input: RedirectTasks,
    answer: RedirectedAnswer,
    refusals: [409],
  },
  async ({ addressId }) => {
    const line = formatAddress(await requireAddress(addressId));
    return { line, ...(await locate(line)) };
  },
  ({ actor, addressId, input: { from } }, { line, place, pending }) =>
    transaction(async () => {
      const address = await requireAddress(addressId);
      if (formatAddress(address) !== line)
        throw conflict(
          untranslated('addressChangedMeanwhile', 'This address has changed meanwhile. Look again'),
        );
      const account = await requireAccount(address.accountId);
      const locked = await lockTasks((await tasksGoingTo(account, [from])).map(({ id }) => id));
      // Read again: somebody may have changed them until they were locked.
      const found = await tasksGoingTo(account, [from]);
      const changeOf = (task: Task): Change => {
        const parts = found.filter(({ id }) => id === task.id).map(({ part }) => part);
        return {
          ...(parts.includes('address') && { address: line, ...place }),
          ...(parts.includes('destination') && { transfer_destination_address: line }),
        };
      };
      const entries = await forEachTask([...locked.keys()], async (id) => {
        const task = locked.get(id);
        return task ? applyChange(actor, task, changeOf(task), { isWholeStop: true }) : [];
      });
      for (const driverId of new Set([...locked.values()].flatMap(goingDriver)))
        await refuseSecondStop(driverId);
      if (pending) await enqueueLookup(line);
      await record(actor, entries);
      return { taskIds: [...new Set(entries.map(({ taskId }) => taskId))].filter((id) => locked.has(id)) };
    }),
);

const goingDriver = ({ status, driver_id }: Task) =>
  isUnderWay({ status }) && driver_id !== null ? [driver_id] : [];
