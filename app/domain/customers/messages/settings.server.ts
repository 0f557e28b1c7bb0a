/** One setting of the network: which messages customers get, their texts, and the quiet hours. */
import { command, query } from '~/domain/kernel/command.server';
import { saveSetting, readSetting } from '~/domain/network/settings/settings.server';
import { isConfigured } from './channels.server';
import { messages } from '~/words/en/messages';
import { inLanguage } from '~/words/spoken.server';
import type { Language } from '~/words/languages';
import { EVENT_NAMES, EVENTS, type MessageEvent } from './events';
import {
  atEvent,
  MessageSettings,
  MessageSettingsAnswer,
  type Rule,
  SaveEvent,
  SaveLinkSettings,
  SaveMessageLanguage,
  SaveQuietHours,
} from './schema';

export function ruleOf({ events }: MessageSettings, name: MessageEvent): Rule {
  const preset = (language: Language) => inLanguage(language, () => ({ ...messages.presets[name] }));
  const { subject: subjectEs, text: textEs } = preset('es');
  return { on: EVENTS[name].isOn, ...preset('en'), subjectEs, textEs, ...events[name] };
}

/** Returns the words of an event in this language. */
export function wordsIn(language: Language, { subject, text, subjectEs, textEs }: Rule) {
  return language === 'es' ? { subject: subjectEs, text: textEs } : { subject, text };
}

function wordsOf(settings: MessageSettings): object {
  const { quietFrom, quietTo, showDistance, language } = settings;
  const words: Record<string, unknown> = { quietFrom, quietTo, showDistance, language };
  for (const event of EVENT_NAMES) {
    const { on, ...texts } = ruleOf(settings, event);
    words[event] = on;
    for (const [name, text] of Object.entries(texts)) words[`${event}.${name}`] = text;
  }
  return words;
}

export const MESSAGE_SETTINGS = {
  name: 'customer-messages',
  schema: MessageSettings,
  act: 'customer-messages.changed',
  title: 'Messages to customers',
  words: wordsOf,
} as const;

export const getMessageSettings = query(
  {
    summary: 'What customers are told, and when',
    may: 'manageCustomerMessages',
    answer: MessageSettingsAnswer,
  },
  async () => answerOf(await readSetting(MESSAGE_SETTINGS)),
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
  async ({ actor, input }) =>
    answerOf(await saveSetting(actor, MESSAGE_SETTINGS, (before) => ({ ...before, ...input }))),
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
  async ({ actor, input }) =>
    answerOf(await saveSetting(actor, MESSAGE_SETTINGS, (before) => ({ ...before, ...input }))),
);

export const saveMessageLanguage = command(
  {
    summary: 'Sets the language of contacts that have none of their own',
    may: 'manageCustomerMessages',
    input: SaveMessageLanguage,
    answer: MessageSettingsAnswer,
  },
  async ({ actor, input }) =>
    answerOf(await saveSetting(actor, MESSAGE_SETTINGS, (before) => ({ ...before, ...input }))),
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
  async ({ actor, event, input }) =>
    answerOf(
      await saveSetting(actor, MESSAGE_SETTINGS, (before) => {
        const rule = ruleOf(before, event);
        return { ...before, events: { ...before.events, [event]: withChanged(rule, input) } };
      }),
    ),
);

const withChanged = <Rule extends object>(
  rule: Rule,
  input: { [Key in keyof Rule]?: Rule[Key] | undefined },
): Rule => ({
  ...rule,
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
});

const answerOf = (settings: MessageSettings) => ({
  ...isConfigured,
  quietFrom: settings.quietFrom,
  quietTo: settings.quietTo,
  showDistance: settings.showDistance,
  language: settings.language,
  events: EVENT_NAMES.map((event) => ({ event, ...ruleOf(settings, event) })),
});
