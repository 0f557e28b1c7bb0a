/** Settings of the network: which messages customers get, their texts by language, and the quiet hours. */
import { command, query } from '~/domain/kernel/command.server';
import { readSetting, saveSetting } from '~/domain/network/settings/settings.server';
import { administer, differences } from '~/domain/platform/audit/audit.server';
import { isConfigured } from './channels.server';
import { messages } from '~/words/en/messages';
import { inLanguage } from '~/words/spoken.server';
import type { Language } from '~/words/languages';
import { EVENT_NAMES, EVENTS, type MessageEvent } from './events';
import {
  atEvent,
  MessageLanguages,
  MessageSettings,
  MessageSettingsAnswer,
  type Rule,
  SaveEvent,
  SaveLinkSettings,
  SaveMessageLanguage,
  SaveQuietHours,
} from './schema';

export type StoredSettings = MessageSettings & { languages: MessageLanguages };

const preset = (language: Language, name: MessageEvent) =>
  inLanguage(language, () => ({ ...messages.presets[name] }));

const ruleInEnglish = ({ events }: MessageSettings, name: MessageEvent) => ({
  on: EVENTS[name].isOn,
  ...preset('en', name),
  ...events[name],
});

function textsInSpanish({ events }: MessageLanguages, name: MessageEvent) {
  const { subject: subjectEs, text: textEs } = preset('es', name);
  return { subjectEs, textEs, ...events[name] };
}

const ruleOf = ({ languages, ...settings }: StoredSettings, name: MessageEvent): Rule => ({
  ...ruleInEnglish(settings, name),
  ...textsInSpanish(languages, name),
});

/** Returns the words of an event in this language. */
export function wordsIn(language: Language, settings: StoredSettings, name: MessageEvent) {
  const { subject, text, subjectEs, textEs } = ruleOf(settings, name);
  return language === 'es' ? { subject: subjectEs, text: textEs } : { subject, text };
}

/** Names the values as the audit log does: `late`, `late.subject`. */
const named = (ruleOf: (name: MessageEvent) => object): Record<string, unknown> =>
  Object.fromEntries(
    EVENT_NAMES.flatMap((event) =>
      Object.entries(ruleOf(event)).map(([name, value]): [string, unknown] => [
        name === 'on' ? event : `${event}.${name}`,
        value,
      ]),
    ),
  );

const MESSAGE_SETTINGS = {
  name: 'customer-messages',
  schema: MessageSettings,
  act: 'customer-messages.changed',
  title: 'Messages to customers',
  words: ({ events, ...settings }: MessageSettings) => ({
    ...settings,
    ...named((name) => ruleInEnglish({ ...settings, events }, name)),
  }),
} as const;

export const MESSAGE_LANGUAGES = {
  name: 'customer-message-languages',
  schema: MessageLanguages,
  act: 'customer-messages.changed',
  title: 'Messages to customers',
  words: ({ language, events }: MessageLanguages) => ({
    language,
    ...named((name) => textsInSpanish({ language, events }, name)),
  }),
} as const;

export const readMessageSettings = async (): Promise<StoredSettings> => ({
  ...(await readSetting(MESSAGE_SETTINGS)),
  languages: await readSetting(MESSAGE_LANGUAGES),
});

export const getMessageSettings = query(
  {
    summary: 'What customers are told, and when',
    may: 'manageCustomerMessages',
    answer: MessageSettingsAnswer,
  },
  async () => answerOf(await readMessageSettings()),
);

export const saveQuietHours = command(
  {
    summary: 'Sets the hours in which nobody is sent a message',
    about:
      'By business clocks; both empty for none. What becomes due in them is sent at their end, if it is still true.',
    may: 'manageCustomerMessages',
    input: SaveQuietHours,
    answer: MessageSettingsAnswer,
  },
  async ({ actor, input }) => {
    await saveSetting(actor, MESSAGE_SETTINGS, (before) => ({ ...before, ...input }));
    return answerOf(await readMessageSettings());
  },
);

export const saveLinkSettings = command(
  {
    summary: 'Sets what links for customers show',
    about:
      'With `showDistance`, the link of a task says how many miles away its driver is, while no other stop is before it. Tell your drivers before.',
    may: 'manageCustomerMessages',
    input: SaveLinkSettings,
    answer: MessageSettingsAnswer,
  },
  async ({ actor, input }) => {
    await saveSetting(actor, MESSAGE_SETTINGS, (before) => ({ ...before, ...input }));
    return answerOf(await readMessageSettings());
  },
);

export const saveMessageLanguage = command(
  {
    summary: 'Sets the language of contacts that have none of their own',
    may: 'manageCustomerMessages',
    input: SaveMessageLanguage,
    answer: MessageSettingsAnswer,
  },
  async ({ actor, input }) => {
    await saveSetting(actor, MESSAGE_LANGUAGES, (before) => ({ ...before, ...input }));
    return answerOf(await readMessageSettings());
  },
);

export const saveEvent = command(
  {
    summary: 'Sets whether customers are told of an event, and in which words',
    about:
      'Any of the fields. `subject` is used in emails only. A line of `text` with placeholders that are all empty is left out.',
    may: 'manageCustomerMessages',
    at: atEvent,
    input: SaveEvent,
    answer: MessageSettingsAnswer,
  },
  async ({ actor, event, input: { subjectEs, textEs, ...input } }) =>
    administer(actor, async () => {
      if (Object.keys(input).length > 0)
        await saveSetting(actor, MESSAGE_SETTINGS, (before) => {
          const rule = withChanged(ruleInEnglish(before, event), input);
          return { ...before, events: { ...before.events, [event]: rule } };
        });
      const before = await readSetting(MESSAGE_LANGUAGES);
      const texts = textsInSpanish(before, event);
      const changed = withChanged(texts, { subjectEs, textEs });
      // Unchanged texts are not stored, so that they follow the presets of the next version.
      if (Object.keys(differences(texts, changed)).length > 0)
        await saveSetting(actor, MESSAGE_LANGUAGES, {
          ...before,
          events: { ...before.events, [event]: changed },
        });
      return answerOf(await readMessageSettings());
    }),
);

const withChanged = <Rule extends object>(
  rule: Rule,
  input: { [Key in keyof Rule]?: Rule[Key] | undefined },
): Rule => ({
  ...rule,
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
});

const answerOf = (settings: StoredSettings) => ({
  ...isConfigured,
  quietFrom: settings.quietFrom,
  quietTo: settings.quietTo,
  showDistance: settings.showDistance,
  language: settings.languages.language,
  events: EVENT_NAMES.map((event) => ({ event, ...ruleOf(settings, event) })),
});
