/** Notifications of browsers, also while no page is open. */
import { formPage } from '~/forms/form-page.server';
import type { Module } from '../module';
import { collectPushes, pushes, pushesDue, pushKeys } from './deliver.server';
import {
  getNotifications,
  noteLate,
  noteUnassigned,
  pushSubscriber,
  saveNotifications,
} from './events.server';

const SECOND_MS = 1_000;

export const push: Module = {
  name: 'push',
  subscribers: [pushSubscriber],
  kinds: [
    {
      ...pushes,
      label: 'Notification',
      facts: `json_build_object('person',
        (select coalesce(nullif(u.name, ''), u.username) from users u where u.id = j.lane::integer))`,
      about: ({ facts: { person } }) => `To ${String(person ?? 'a deleted user')}`,
    },
  ],
  rounds: () => ({ push: notePushes }),
  corrections: ["delete from push_events where created_at > now() + interval '5 minutes'"],
  settings: {
    Planning: [{ to: '/settings/notifications', label: 'Unassigned Tasks', may: 'manageSystem' }],
  },
  formPages: {
    notifications: formPage({
      title: 'Unassigned Tasks',
      description: 'Dispatchers are notified of tasks that have no driver',
      command: saveNotifications,
      intent: 'saveNotifications',
      saved: () => ({ title: 'Notifications updated' }),
      fields: async (actor) => [
        {
          name: 'unassignedMinutes',
          label: 'Minutes without a driver',
          hint: '0 for no such notification',
          inputMode: 'numeric',
          value: String((await getNotifications({ actor })).unassignedMinutes),
        },
      ],
    }),
  },
};

/** Notes the events that dispatchers have to be told, and makes notifications of all notes. */
async function notePushes(): Promise<number | undefined> {
  // The keys are made at the first start, so that they exist before they are needed.
  await pushKeys();
  const due = await pushesDue();
  if (due?.hasDispatcher) {
    await noteUnassigned();
    await noteLate();
  }
  if (due?.hasSome) await collectPushes();
  return due?.hasDispatcher || due?.hasSome ? SECOND_MS : undefined;
}
