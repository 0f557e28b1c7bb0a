/** Deletes what is older than an admin wants it to be kept. */
import type { Module } from '../module';
import { purge } from './retention.server';

export const retention: Module = {
  name: 'retention',
  rounds: () => ({
    retention: async (isStopped) => {
      await purge(isStopped);
      return undefined;
    },
  }),
  corrections: [
    `update settings set value = value - 'until'
     where name = 'purge' and (value ->> 'until')::timestamptz > now() + interval '5 minutes'`,
  ],
  settings: {
    '/settings/sources': [{ to: '/settings/retention', label: 'Retention', may: 'manageSystem' }],
  },
};
