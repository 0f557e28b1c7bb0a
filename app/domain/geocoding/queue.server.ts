/** Works off the queue of addresses, on every instance. */
import { execute } from 'db/connection';
import { workOff } from '~/domain/lease.server';
import { log } from '~/log.server';
import { answerClaim } from './ask.server';
import { claimDue, type Claim } from './claims.server';
import { provider } from './provider.server';

const AT_ONCE = 4;

/** Answers the due addresses. Never throws because of a provider. */
export const answerDue = (isStopped: () => boolean): Promise<void> =>
  workOff(() => claimDue(AT_ONCE), answerOne, isStopped);

/** After an error on our side the claim is due again when its lease ends. */
async function answerOne(claimed: Claim): Promise<void> {
  try {
    await answerClaim(claimed);
  } catch (error) {
    log.error({ err: error }, 'an address could not be asked for; the queue will try again');
  }
}

/** Enqueues the addresses of tasks that were created without a provider. */
export async function enqueueMissingLookups(): Promise<void> {
  if (!provider) return;
  await execute(
    `insert into geocode_queue (address_key, address)
     select distinct on (1) address_key(address), askable_address(address) from tasks
     where not archived and address_key(address) <> '' and (latitude is null or geo_precision in ('approximate', 'doubtful'))
     on conflict do nothing`,
  );
}
