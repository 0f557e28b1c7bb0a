/** The forms of the signed-in person's own settings. */
import { languageField } from '~/components/administration/language-field.server';
import { zoneName } from '~/domain/kernel/time';
import { timeZones } from '~/domain/network/settings/business-time.server';
import { BUSINESS_ZONE, DEVICE_ZONE, type Preferences } from '~/domain/network/users/preferences';
import type { CurrentUser } from '~/domain/network/users/schema';
import type { FormDescription } from '~/forms/described-form';
import type { Language } from '~/words/languages';
import { settings as words } from '~/words/en/settings';

export function profileForm({ username, name, email, phone }: CurrentUser): FormDescription {
  return {
    intent: 'saveProfile',
    submit: words.saveProfile,
    fields: [
      { kind: 'fixed', name: 'username', label: words.username, hint: words.fixed, value: username },
      { name: 'name', label: words.fullName, autoComplete: 'name', required: true, value: name },
      { name: 'email', label: words.email, autoComplete: 'email', inputMode: 'email', value: email ?? '' },
      { name: 'phone', label: words.phone, autoComplete: 'tel', type: 'tel', value: phone ?? '' },
    ],
  };
}

export function preferencesForm({ theme, textSize, timeZone }: Preferences): FormDescription {
  const { business, ...zones } = timeZones();
  return {
    intent: 'savePreferences',
    submit: words.savePreferences,
    fields: [
      { kind: 'text', name: 'synced', text: words.synced },
      {
        kind: 'choice',
        name: 'theme',
        label: words.theme,
        value: theme,
        options: [
          ['system', words.themes.system],
          ['light', words.themes.light],
          ['dark', words.themes.dark],
        ],
      },
      {
        kind: 'choice',
        name: 'textSize',
        label: words.textSize,
        value: textSize,
        options: [
          ['normal', words.textSizes.normal],
          ['large', words.textSizes.large],
          ['larger', words.textSizes.larger],
        ],
      },
      {
        kind: 'zone',
        name: 'timeZone',
        label: words.timeZone,
        hint: words.timeZoneHint,
        value: timeZone,
        first: [
          [DEVICE_ZONE, words.deviceZone],
          [BUSINESS_ZONE, words.businessZone(zoneName(business))],
        ],
        zones,
      },
    ],
  };
}

export const languageForm = (language: Language | null): FormDescription => ({
  intent: 'setLanguage',
  submit: words.saveLanguage,
  fields: [languageField(language)],
});
