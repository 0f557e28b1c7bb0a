import { accounts } from './accounts';
import type { Section } from './blocks';
import { drivers } from './drivers';
import { tasks } from './tasks';

/** The user guides, in the order of the page. */
export const GUIDE: Section[] = [tasks, accounts, drivers];
