import { hasRole, isDispatcher, type Actor } from '~/domain/actor';
import { accounts } from './accounts';
import { administration } from './administration';
import type { Section } from './blocks';
import { drivers } from './drivers';
import { tasks } from './tasks';

/** The user guides in the order in which this person needs them: drivers read their part first. */
export function guideFor(actor: Pick<Actor, 'roles'>): Section[] {
  if (!isDispatcher(actor)) return [drivers, tasks, accounts];
  const office = [tasks, accounts, drivers];
  return hasRole(actor, 'admin') ? [...office, administration] : office;
}
