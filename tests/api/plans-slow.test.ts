/** Plans whose search takes longer than it may. */
import { expect, test } from 'vitest';
import { startNetwork, type Network } from '../support/network';
import { planning, plantTasks } from '../support/planning';

test('a search that takes too long ends with what it has found; one that does not end is ended, and holds up nobody', async () => {
  // Any instance may run a plan, so each of these settings has a network of its own.
  const slow = await startNetwork({ PLAN_SECONDS: '0.3' });
  const stuck = await startNetwork({ PLAN_SECONDS: '0.01', PLAN_GRACE_SECONDS: '0.01' });
  const bodyOf = ({ ids }: Network) => ({ driverIds: [ids.driver, ids.driver2] });
  try {
    await Promise.all([plantTasks(slow, 300, null), plantTasks(stuck, 300, null)]);
    const inSlow = planning(slow, await slow.as('dispatcher'));
    const { body: made } = await inSlow.ask(bodyOf(slow));
    const { status, stopped, result } = await inSlow.finished(made.id);
    expect([status, stopped, result?.answers.length]).toEqual(['done', true, 4]);
    const somebody = await stuck.as('dispatcher');
    const inStuck = planning(stuck, somebody);
    const { body: lost } = await inStuck.ask(bodyOf(stuck));
    expect((await inStuck.finished(lost.id)).status).toBe('failed');
    expect((await somebody.get<string>(`/dispatcher/plan/${String(lost.id)}`)).body).toContain(
      'The plan could not be made.',
    );
    expect(await stuck.database.rows("select from jobs where run_at is not null and kind = 'plan'")).toEqual(
      [],
    );
    await stuck.database.rows('delete from tasks');
    await plantTasks(stuck, 1, null);
    const sound = await stuck.another({ PLAN_SECONDS: '30', PLAN_GRACE_SECONDS: '30' });
    await stuck.app.stop();
    const through = somebody.through(sound.origin);
    expect((await planning(stuck, through).planned(bodyOf(stuck))).result.answers).toHaveLength(4);
  } finally {
    await Promise.all([slow.close(), stuck.close()]);
  }
});
