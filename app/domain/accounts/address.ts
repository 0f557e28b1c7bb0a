/** What an account's type and addresses mean for a task. Safe and small in the browser. */
import type { TaskType } from '~/domain/tasks/task';
import type { AccountType } from './account';
import type { Street } from './schema';

/**
 * Goods come from vendors and dealerships, and go to shops. Who has chosen a type knows better: an account suggests one
 * only as long as the type is what the form began with. A transfer is always somebody's choice.
 * @param untouched what the form began with, or was made by a suggestion since; null where somebody has chosen.
 */
export function suggestedType(
  type: string | undefined,
  untouched: string | null | undefined,
  accountType: AccountType,
): TaskType | null {
  if (type !== untouched || type === 'transfer') return null;
  return accountType === 'shop' ? 'delivery' : 'pickup';
}

/** The warning beside an address whose ZIP code and state disagree (geo_precision `doubtful`). */
export const DOUBTFUL = 'Check the address: ZIP and state disagree, so it is placed by its city.';

/** `address, city, state zip`, without what is missing. */
export function formatAddress({ address, city, state, zipCode }: Street): string {
  const region = [state, zipCode].filter(Boolean).join(' ');
  return [address, city, region].filter(Boolean).join(', ');
}
