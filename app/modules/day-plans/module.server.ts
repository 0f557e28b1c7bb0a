/** Plans of a day: which driver takes which task, and in which order. */
import { conflict } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import type { Module } from '../module';
import { planSearches } from './run.server';

export const dayPlans: Module = {
  name: 'day-plans',
  kinds: [
    {
      ...planSearches,
      label: 'Plan of the day',
      facts: `(select json_build_object('person', coalesce(nullif(u.name, ''), u.username))
        from plans p join users u on u.id = p.made_by where p.id = j.subject::integer)`,
      about: ({ subject, facts: { person } }) =>
        `Plan ${subject}${person == null ? '' : `, for ${String(person)}`}`,
      madeOnce: () => conflict(untranslated('planMadeOnce', 'A plan is made once. Plan the day again')),
    },
  ],
  expired: [{ table: 'plans', isOver: "created_at < now() - interval '2 days'" }],
};
