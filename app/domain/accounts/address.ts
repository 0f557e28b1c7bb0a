/** What an account's type and addresses mean for a task. Safe and small in the browser. */
import type { TaskType } from '~/domain/tasks/task';
import type { AccountType, Street } from './schema';

/** Goods come from vendors and dealerships, and go to shops. */
export const taskTypeFor = (accountType: AccountType): TaskType =>
  accountType === 'shop' ? 'delivery' : 'pickup';

/** `address, city, state zip`, without what is missing. */
export function formatAddress({ address, city, state, zipCode }: Street): string {
  const region = [state, zipCode].filter(Boolean).join(' ');
  return [address, city, region].filter(Boolean).join(', ');
}
