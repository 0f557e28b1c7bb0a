/** The pages of the settings that are one form: each with its fields, its command and its texts. */
import { changePassword } from '~/domain/network/users/change-password.server';
import type { Actor } from '~/domain/kernel/actor';
import type { Command, May } from '~/domain/kernel/command.server';
import { getDispatcherPhone, saveDispatcherPhone } from '~/domain/network/users/dispatcher-phone.server';
import { timeZones, zoneLabel } from '~/domain/network/settings/business-time.server';
import { getNetwork, saveNetwork } from '~/domain/network/settings/network.server';
import { getNotifications, saveNotifications } from '~/domain/notifications/push/events.server';
import type { FieldDescription, FormDescription } from '~/forms/described-form';
import { button } from '~/forms/submit.server';
import { env } from '~/process/env.server';
import { settings as words } from '~/words/en/settings';

type Toast = { title: string; description?: string };

/** A function looks the text up in the reader's language. */
type Sentence = string | (() => string);
const said = (sentence: Sentence) => (typeof sentence === 'string' ? sentence : sentence());

type Setting<Input, Result> = {
  title: Sentence;
  description?: Sentence;
  fields: (actor: Actor) => FieldDescription[] | Promise<FieldDescription[]>;
  command: Command<unknown, Input, Result>;
  intent: string;
  submit?: Sentence;
  saved: (result: Result) => Toast;
};

type Page = {
  may: May;
  show: (actor: Actor) => Promise<{ title: string; description?: string | undefined; form: FormDescription }>;
  buttons: Record<string, ReturnType<typeof button<unknown, unknown, unknown>>>;
};

/** @param path the page, to which an accepted form leads back. */
const setting =
  <Input, Result>(one: Setting<Input, Result>) =>
  (path: string): Page => ({
    may: one.command.spec.may,
    show: async (actor) => ({
      title: said(one.title),
      description: one.description && said(one.description),
      form: { intent: one.intent, submit: said(one.submit ?? 'Save'), fields: await one.fields(actor) },
    }),
    buttons: {
      [one.intent]: button(one.command, (result) => ({ redirectTo: path, toast: one.saved(result) })),
    },
  });

const PAGES = {
  password: setting({
    title: () => words.changePassword,
    description: () => words.passwordAbout,
    command: changePassword,
    intent: 'changePassword',
    submit: () => words.changePassword,
    saved: ({ revoked }) => ({
      title: words.passwordSaved,
      description: revoked > 0 ? `${words.signedOut} ${words.revoked(revoked)}` : words.signedOut,
    }),
    fields: ({ username }) => [
      { kind: 'username', name: 'username', value: username },
      {
        name: 'currentPassword',
        label: words.currentPassword,
        type: 'password',
        autoComplete: 'current-password',
        required: true,
      },
      {
        name: 'newPassword',
        label: words.newPassword,
        hint: words.passwordLength,
        type: 'password',
        autoComplete: 'new-password',
        required: true,
      },
      {
        name: 'repeatPassword',
        label: words.repeatPassword,
        type: 'password',
        autoComplete: 'new-password',
        required: true,
      },
      { kind: 'box', name: 'revokeTokens', label: words.revokeTokens, checked: true },
    ],
  }),
  network: setting({
    title: 'Network',
    command: saveNetwork,
    intent: 'saveNetwork',
    saved: ({ nextTimeZone }) => ({
      title: 'Network updated',
      ...(nextTimeZone && {
        description: `${zoneLabel(nextTimeZone)} takes effect at the next start of the server`,
      }),
    }),
    fields: async (actor) => {
      const { name, company, timeZone, nextTimeZone } = await getNetwork({ actor });
      const { business, ...zones } = timeZones();
      const inUse = zoneLabel(business);
      return [
        {
          name: 'name',
          label: 'Network name',
          hint: 'In the header, on the sign-in page and under the app’s icon',
          maxLength: 200,
          required: true,
          value: name,
        },
        {
          name: 'company',
          label: 'Company',
          hint: 'On proofs of delivery; may be empty',
          maxLength: 200,
          value: company,
        },
        env.BUSINESS_TIME_ZONE === undefined
          ? {
              kind: 'zone',
              name: 'timeZone',
              label: 'Time zone',
              hint: nextTimeZone
                ? `Takes effect at the next start of the server. Until then: ${inUse}`
                : 'A change takes effect at the next start of the server, which counts the days of the history again',
              value: nextTimeZone ?? timeZone,
              zones,
            }
          : {
              kind: 'text',
              name: 'timeZone',
              text: `Time zone: ${inUse}. Only the server’s setting BUSINESS_TIME_ZONE changes it.`,
            },
      ];
    },
  }),
  'dispatcher-phone': setting({
    title: 'Dispatcher Phone',
    description: 'Drivers see “Call dispatcher” in their menu',
    command: saveDispatcherPhone,
    intent: 'savePhone',
    saved: () => ({ title: 'Dispatcher phone updated' }),
    fields: async (actor) => [
      {
        name: 'phone',
        label: 'Phone number',
        hint: 'Leave empty to hide it',
        type: 'tel',
        maxLength: 32,
        value: (await getDispatcherPhone({ actor })).phone,
      },
    ],
  }),
  notifications: setting({
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
};

const isPage = (name: string): name is keyof typeof PAGES => Object.hasOwn(PAGES, name);

/** @throws the response for a page that does not exist. */
export function settingOf(name = ''): Page {
  if (!isPage(name)) throw Response.json({ error: 'This page does not exist' }, { status: 404 });
  return PAGES[name](`/settings/${name}`);
}
