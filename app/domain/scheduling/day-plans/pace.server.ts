/** Remembers how fast plans are searched on this machine. */
import { execute, row } from 'db/connection';
import { expectedSeconds, paceAfter, type Searched } from './searches';

/** SQL: the time of searches here, as a multiple of `usualSeconds`; null before the first. */
export const PACE = "(select (value ->> 'pace')::double precision from settings where name = 'plans')";

export async function secondsFor(tasks: number, drivers: number): Promise<number> {
  return expectedSeconds(tasks, drivers, await paceNow());
}

/** Plans are made one at a time, so no other process writes the pace meanwhile. */
export async function rememberPace({ seconds, usual }: Searched): Promise<void> {
  await execute(
    `insert into settings as s (name, value) values ('plans', jsonb_build_object('pace', $pace::double precision))
     on conflict (name) do update set value = s.value || excluded.value, updated_at = now()`,
    { pace: paceAfter(await paceNow(), seconds / usual) },
  );
}

async function paceNow(): Promise<number | null> {
  const found = await row<{ pace: number | null }>(`select ${PACE} as pace`);
  return found?.pace ?? null;
}
