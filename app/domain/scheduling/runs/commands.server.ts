/** Calls about runs with their tasks. */
import { row, rows } from 'db/connection';
import { shownAddress } from '~/domain/geography/address';
import { command, query } from '~/domain/kernel/command.server';
import { forbidden, notFound } from '~/domain/kernel/errors';
import { authorizeAll, mayAll } from '~/domain/kernel/permissions';
import { requireAccount } from '~/domain/network/accounts/queries.server';
import { atAccount } from '~/domain/network/accounts/schema';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { RUN } from '~/domain/network/runs/store.server';
import { nextRuns } from '~/domain/tasks/runs/find.server';
import { addLate, cancelRun, giveRun, moveToRun } from './change.server';
import { closeRun } from './close.server';
import {
  AddLate,
  atRun,
  ListRuns,
  MoveToRun,
  NextRunsAnswer,
  RunsAnswer,
  type RunWithTasks,
  RunWithTasksAnswer,
  SendOut,
  SetRunDriver,
} from './schema';
import { startRun } from './start.server';

const json = (at: string) => `to_json(${at}) #>> '{}'`;
const WITH_TASKS = `
  select ${RUN}, ${json('r.closed_at')} as "closedAt", ${json('r.out_at')} as "outAt", ${json('r.done_at')} as "doneAt",
    (select coalesce(json_agg(json_build_object('id', t.id, 'rule', t.run_rule, 'promisedFrom', t.promised_from,
       'promisedTo', t.promised_to) order by t.run_place nulls last, t.id), '[]')
     from tasks t where t.run_id = r.id) as tasks
  from runs r`;

const ofRun = async (runId: number): Promise<RunWithTasks> => {
  const found = await row<RunWithTasks>(`${WITH_TASKS} where r.id = $runId`, { runId });
  if (!found) throw notFound('Run');
  return found;
};

export const listRuns = query(
  {
    summary: 'Runs with their tasks',
    about: 'Drivers see their own runs.',
    may: 'endRoute',
    input: ListRuns,
    answer: RunsAnswer,
  },
  ({ actor, input: { day } }) =>
    rows<RunWithTasks>(
      `${WITH_TASKS}
       where ($all or r.driver_id = $actorId) and case when $day::date is not null then r.day = $day
         else r.day = $today or r.state in ('closed', 'out') end
       order by r.departs_at, r.id`,
      { all: mayAll(actor, 'endRoute'), actorId: actor.id, day: day ?? null, today: businessToday() },
    ),
);

export const getRun = query(
  { summary: 'One run with its tasks', may: 'endRoute', at: atRun, answer: RunWithTasksAnswer },
  async ({ actor, runId }) => {
    const run = await ofRun(runId);
    if (!mayAll(actor, 'endRoute') && run.driverId !== actor.id) throw forbidden();
    return run;
  },
);

export const closeRunNow = command(
  {
    summary: 'Closes a run before its cut-off',
    about: 'Its order and arrival times are computed. A run that is closed already stays as it is.',
    may: 'planRuns',
    at: atRun,
    answer: RunWithTasksAnswer,
    refusals: [409],
  },
  async ({ actor, runId }) => {
    await closeRun(actor, runId);
    return ofRun(runId);
  },
);

export const sendRunOut = command(
  {
    summary: 'Lets a run leave',
    about:
      'Its tasks come into the route of its driver. Drivers may start their own runs. A run that has left already stays as it is. With `taskIds`, what the driver did not see goes through the rules again.',
    may: 'endRoute',
    at: atRun,
    input: SendOut,
    answer: RunWithTasksAnswer,
    refusals: [409],
  },
  async ({ actor, runId, input }) => {
    await startRun(actor, runId, input);
    return ofRun(runId);
  },
);

export const cancelRunNow = command(
  {
    summary: 'Cancels a run that has not left',
    about: 'Its tasks go with the next run that the rules choose, or become unassigned.',
    may: 'planRuns',
    at: atRun,
    answer: RunWithTasksAnswer,
    refusals: [409],
  },
  async ({ actor, runId }) => {
    await cancelRun(actor, runId);
    return ofRun(runId);
  },
);

export const setRunDriver = command(
  {
    summary: 'Gives a run that has not left to a driver, or to none',
    may: 'planRuns',
    at: atRun,
    input: SetRunDriver,
    answer: RunWithTasksAnswer,
    refusals: [409],
  },
  async ({ actor, runId, input }) => {
    await giveRun(actor, runId, input.driverId);
    return ofRun(runId);
  },
);

export const addLateToRun = command(
  {
    summary: 'Adds tasks to a run after its cut-off',
    about: 'The activity of the tasks has the reason, and the driver is told.',
    may: 'planRuns',
    at: atRun,
    input: AddLate,
    answer: RunWithTasksAnswer,
    refusals: [409],
  },
  async ({ actor, runId, input }) => {
    await addLate(actor, runId, input.taskIds, input.reason);
    return ofRun(runId);
  },
);

export const moveTasksToRun = command(
  {
    summary: 'Puts tasks into a run that takes tasks',
    about: 'All tasks or none. Rules do not move them any more.',
    may: 'planRuns',
    at: atRun,
    input: MoveToRun,
    answer: RunWithTasksAnswer,
    refusals: [409],
  },
  async ({ actor, runId, input }) => {
    await moveToRun(actor, runId, input.taskIds);
    return ofRun(runId);
  },
);

const MOST_NEXT = 5;

const PLACE = `
  select ${shownAddress('d')} as address, d.latitude::text as latitude,
    d.longitude::text as longitude
  from account_addresses d where d.account_id = $accountId and d.is_default`;

export const listNextRuns = query(
  {
    summary: 'The next runs that a delivery to this account can join',
    about:
      'At most five, of the schedule that the rules choose for your first dealership, with the expected arrivals.',
    may: 'readAccounts',
    at: atAccount,
    answer: NextRunsAnswer,
  },
  async ({ actor, accountId }) => {
    authorizeAll(actor, 'readAccounts');
    const { name } = await requireAccount(accountId);
    const place = await row<{ address: string; latitude: string | null; longitude: string | null }>(PLACE, {
      accountId,
    });
    const { runs } = await nextRuns(
      { type: 'delivery', location: name, address: '', ...place, account_id: accountId, actorId: actor.id },
      MOST_NEXT,
    );
    return runs.map(({ id, name: runName, departsAt, cutoffAt, from, to }) => ({
      run: { id, name: runName },
      departsAt,
      cutoffAt,
      arrivesFrom: from,
      arrivesTo: to,
    }));
  },
);
