/** Tells customers of deliveries that will likely be late, by the same times as boards show. */
import { row, transaction } from 'db/connection';
import { lateNow } from '~/domain/scheduling/arrivals/all-drivers.server';
import { tryLock } from '~/domain/platform/lease.server';
import { env } from '~/process/env.server';
import { CONFIGURED, isOn, ON_BY_DEFAULT, writeMessages } from './write.server';

const IS_WANTED = `
  select ${isOn("'late'")} and exists (
    select from account_contacts where channels && $channels::text[]) as wanted`;

/** One instance at a time does it: two would not see each other's messages. */
const TELLING = 7_206_115;

let lookAt = 0;

/**
 * Runs every half minute, and only when somebody may get a message, because it computes the times of all
 * routes.
 */
export async function tellLate(): Promise<void> {
  if (CONFIGURED.length === 0 || performance.now() < lookAt) return;
  lookAt = performance.now() + env.MESSAGE_DELAY_SECONDS * 2_000;
  const setting = await row<{ wanted: boolean }>(IS_WANTED, { channels: CONFIGURED, default: ON_BY_DEFAULT });
  if (!setting?.wanted) return;
  const late = await lateNow();
  if (late.length === 0) return;
  await transaction(async () => {
    if (await tryLock(TELLING)) await writeMessages(late.map((taskId) => ({ taskId, event: 'late' })));
  });
}
