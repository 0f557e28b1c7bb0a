/** Requests plans as scripts do. */
import { expect } from 'vitest';
import type { Applied, PlanResult, PlanState } from '~/domain/scheduling/day-plans/schema';
import type { Client } from './client';
import type { Network } from './network';

/** @param dispatcher asks, reads and applies unless a call names another user. */
export function planning(network: Pick<Network, 'database' | 'ids'>, dispatcher: Client) {
  const ask = (body: object, client = dispatcher) => client.post<PlanState>('/api/plans', body);
  const look = async (id: number) => (await dispatcher.get<PlanState>(`/api/plans/${String(id)}`)).body;
  async function finished(id: number): Promise<PlanState> {
    const plan = { now: await look(id) };
    await expect
      .poll(async () => (plan.now = await look(id)).status, { timeout: 60_000 })
      .toMatch(/done|failed/);
    return plan.now;
  }
  async function planned(body: object): Promise<{ id: number; result: PlanResult }> {
    const made = await ask(body);
    expect(made.status).toBe(201);
    const { status, result } = await finished(made.body.id);
    expect(status).toBe('done');
    if (!result) throw new Error('no result');
    return { id: made.body.id, result };
  }
  const apply = (id: number, body: object, client: Client = dispatcher) =>
    client.post<Applied>(`/api/plans/${String(id)}/apply`, body);
  async function listOf(username: string): Promise<number[]> {
    const found = await network.database.rows<{ id: number }>(
      `select id from tasks where driver_id = $1 and status in ('pending', 'going') and not archived
       order by status = 'going' desc, order_index`,
      [network.ids[username] ?? 0],
    );
    return found.map(({ id }) => id);
  }
  return { ask, look, finished, planned, apply, listOf };
}
