/** The inputs of messages and their settings, and messages in answers of the API. */
import * as z from 'zod/v4';
import {
  count,
  id,
  known,
  moment,
  pageLimit,
  requiredLongText,
  requiredText,
  text,
} from '~/domain/kernel/schema';
import { CHANNELS } from '~/domain/network/accounts/contact-fields';
import { isLanguage, LANGUAGES } from '~/words/languages';
import { EVENT_NAMES, MESSAGE_STATES, PLACEHOLDERS } from './events';

const LONGEST_TEXT = 480;

const event = z.enum(EVENT_NAMES, `Events are ${EVENT_NAMES.join(', ')}`);

/** Path ids. */
export const atEvent = { event };
export const atMessage = { messageId: z.guid() };

const WORDS = new Set<string>(PLACEHOLDERS);
const template = (rule: z.ZodType<string, string>, label: string) =>
  rule.refine(
    (value) => [...value.matchAll(/\{(\w*)\}/g)].every(([, name = '']) => WORDS.has(name)),
    `${label} may contain ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')} and no other words in braces`,
  );

const NO_TIME = 'Must be a time like 21:00, or empty';
const time = z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, NO_TIME)], NO_TIME);

const rule = {
  on: z.boolean(),
  subject: template(requiredText(150, 'Subject'), 'Subject'),
  text: template(requiredLongText(LONGEST_TEXT, 'Text'), 'Text'),
  subjectEs: template(requiredText(150, 'Subject in Spanish'), 'Subject in Spanish'),
  textEs: template(requiredLongText(LONGEST_TEXT, 'Text in Spanish'), 'Text in Spanish'),
};
const { subjectEs, textEs, ...ruleInEnglish } = rule;

const languages = Object.keys(LANGUAGES).filter(isLanguage);
const languageRule = z.enum(languages, `Language must be one of ${languages.join(', ')}`);

/** The stored settings. Values that were never changed are left out. */
export const MessageSettings = z.object({
  quietFrom: time.default('21:00'),
  quietTo: time.default('07:00'),
  events: z.partialRecord(event, z.object(ruleInEnglish)).default({}),
  /** Off by default: drivers agreed only that dispatchers see where they are. */
  showDistance: z.boolean().default(false),
});
export type MessageSettings = z.output<typeof MessageSettings>;

/** Stored apart from the other settings, because older instances write those without these. */
export const MessageLanguages = z.object({
  /** The language of contacts that have none of their own. */
  language: languageRule.default('en'),
  events: z
    .partialRecord(event, z.object({ subjectEs: subjectEs.optional(), textEs: textEs.optional() }))
    .default({}),
});
export type MessageLanguages = z.output<typeof MessageLanguages>;

export type Rule = { [Key in keyof typeof rule]: z.output<(typeof rule)[Key]> };

export const SaveQuietHours = z
  .strictObject({ quietFrom: time, quietTo: time })
  .refine(({ quietFrom, quietTo }) => (quietFrom === '') === (quietTo === ''), {
    message: 'Give both times, or none',
    path: ['quietTo'],
  });
export const SaveLinkSettings = z.strictObject({
  showDistance: z.boolean('showDistance must be true or false'),
});
export const SaveEvent = z.strictObject({
  on: rule.on.optional(),
  subject: rule.subject.optional(),
  text: rule.text.optional(),
  subjectEs: rule.subjectEs.optional(),
  textEs: rule.textEs.optional(),
});
export const SaveMessageLanguage = z.strictObject({ language: languageRule });

const EventAnswer = z.strictObject({
  event,
  on: z.boolean(),
  subject: z.string(),
  text: z.string(),
  subjectEs: z.string(),
  textEs: z.string().describe('For contacts whose language is Spanish'),
});
export const MessageSettingsAnswer = z
  .strictObject({
    email: z.boolean().describe('Whether the server has SMTP_URL and MAIL_FROM'),
    sms: z.boolean().describe('Whether the server has SMS_URL and SMS_FROM'),
    quietFrom: z.string().describe('HH:MM by business clocks; empty for no quiet hours'),
    quietTo: z.string(),
    language: languageRule.describe('Of contacts that have none of their own'),
    showDistance: z
      .boolean()
      .describe('Whether links tell the customer of the next stop how far away the driver is'),
    events: z.array(EventAnswer),
  })
  .meta({ id: 'MessageSettings' });

export const ListMessages = z.strictObject({
  state: z.enum(MESSAGE_STATES, `state must be one of ${MESSAGE_STATES.join(', ')}`).optional(),
  taskId: id.optional(),
  /** The place of the last message on the page before. */
  before: id.optional(),
  limit: pageLimit(200).default(50),
});

export const MessageAnswer = z
  .strictObject({
    id: z.uuid().describe('Stays the same for all attempts; also the Message-ID of an email'),
    place: count.describe('Increases with every message; used for `before`'),
    accountId: known,
    accountName: z.string(),
    contactId: known,
    contactName: z.string(),
    event,
    channel: z.enum(CHANNELS),
    recipient: z.string(),
    taskIds: z.array(known),
    state: z.enum(MESSAGE_STATES).describe('`unknown`: it was handed over without an answer'),
    attempts: count,
    nextTryAt: moment.nullable(),
    sentAt: moment.nullable(),
    error: z.string().nullable().describe('Why it was not sent'),
    createdAt: moment,
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof MessageAnswer>;

/** A reply to a text message, in Twilio's form. It is kept whatever its text is. */
export const Reply = z.object({
  From: text(32, 'From'),
  Body: z
    .string()
    .default('')
    .transform((body) =>
      body
        .replace(/(?!\n)[\p{Cc}\p{Cs}]+/gu, ' ')
        .trim()
        .slice(0, 1_600),
    ),
  MessageSid: z.string().max(64).nullable().default(null),
});

export const ReplyAnswer = z
  .strictObject({
    id: known,
    phone: z.string(),
    body: z.string(),
    contacts: z.array(z.strictObject({ accountId: known, accountName: z.string(), contactName: z.string() })),
    receivedAt: moment,
  })
  .meta({ id: 'CustomerReply' });
export type CustomerReply = z.output<typeof ReplyAnswer>;
