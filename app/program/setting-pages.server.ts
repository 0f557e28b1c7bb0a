/** The pages of the settings that are one form, and the sidebar of the settings. */
import { changePassword } from '~/domain/network/users/change-password.server';
import { getDispatcherPhone, saveDispatcherPhone } from '~/domain/network/users/dispatcher-phone.server';
import { timeZones, zoneLabel } from '~/domain/network/settings/business-time.server';
import { getNetwork, saveNetwork } from '~/domain/network/settings/network.server';
import type { MorePages } from '~/domain/kernel/pages.server';
import { type FormPage, formPage } from '~/forms/form-page.server';
import { env } from '~/process/env.server';
import { settings as words } from '~/words/en/settings';
import { MODULES } from './modules.server';

const PAGES: Record<string, (path: string) => FormPage> = {
  password: formPage({
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
  network: formPage({
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
  'dispatcher-phone': formPage({
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
  ...Object.fromEntries(MODULES.flatMap(({ formPages }) => Object.entries(formPages ?? {}))),
};

/** @throws the response for a page that does not exist. */
export function settingOf(name = ''): FormPage {
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (!page) throw Response.json({ error: 'This page does not exist' }, { status: 404 });
  return page(`/settings/${name}`);
}

/** Pages of modules in the sidebar of the settings. */
export const PAGES_OF_MODULES: MorePages = {};
for (const { settings = {} } of MODULES)
  for (const [after, pages] of Object.entries(settings))
    PAGES_OF_MODULES[after] = [...(PAGES_OF_MODULES[after] ?? []), ...pages];
