/** The type of a task that an account suggests. Pure. */
import type { AccountType } from '~/domain/network/accounts/fields';
import type { TaskType } from './task';

/**
 * Goods come from vendors and dealerships, and go to shops. An account suggests a type only as long as nobody has chosen
 * one: while it is the one that the form began with. A transfer is always somebody's choice.
 * @param untouched the type that the form began with, or that was suggested since; null once somebody has chosen.
 */
export function suggestedType(
  type: string | undefined,
  untouched: string | null | undefined,
  accountType: AccountType,
): TaskType | null {
  if (type !== untouched || type === 'transfer') return null;
  return accountType === 'shop' ? 'delivery' : 'pickup';
}
