/** Suggests the type of a task by its account. Pure. */
import type { AccountType } from '~/domain/network/accounts/fields';
import type { TaskType } from './task';

/**
 * Goods come from vendors and dealerships, and go to shops. An account suggests a type only while the form
 * still has the type that it began with. A transfer is never suggested or replaced.
 * @param untouched the type that the form began with, or that was suggested since; null once a person has
 * chosen one.
 */
export function suggestedType(
  type: string | undefined,
  untouched: string | null | undefined,
  accountType: AccountType,
): TaskType | null {
  if (type !== untouched || type === 'transfer') return null;
  return accountType === 'shop' ? 'delivery' : 'pickup';
}
