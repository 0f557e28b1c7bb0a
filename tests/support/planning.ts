/** Requests plans as scripts do. */
import { expect } from 'vitest';
import type { Applied, PlanResult, PlanState } from '~/modules/day-plans/schema';
import type { Client } from './client';
import type { Network } from './network';

/** @param dispatcher asks, reads and applies unless a call names another user. */
export function planning(network: Pick<Network, 'database' | 'ids'>, dispatcher: Client) {
  const ask = (body: object, client = dispatcher) => client.post<PlanState>('/api/plans', body);
  const look = async (id: number) => (await dispatcher.get<PlanState>(`/api/plans/${String(id)}`)).body;
  async function finished(id: number): Promise<PlanState> {
    const plan = { now: await look(id) };
    await expect.poll(async () => (plan.now = await look(id)).status).toMatch(/done|failed/);
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

/** Adds tasks with places of their own directly to the database: to a driver's list, or without a driver. */
export const plantTasks = ({ database }: Pick<Network, 'database'>, count: number, driverId: number | null) =>
  database.rows<{ id: number }>(
    `insert into tasks (type, status, priority, location, address, invoice_number, driver_id, order_index, latitude, longitude)
     select 'delivery', 'pending', 'normal', 'Stop ' || n, n || ' Any St', 'I', $1::integer,
       case when $1::integer is not null then n - 1 end, 39 + (n % 37) / 100.0, -94 + n / 1000.0
     from generate_series(1, $2::integer) n returning id`,
    [driverId, count],
  );
