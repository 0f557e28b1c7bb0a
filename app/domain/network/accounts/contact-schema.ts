/** The inputs of contacts, and contacts in answers of the API. */
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import * as z from 'zod/v4';
import { known, moment } from '~/domain/kernel/answers';
import { answersOf, rulesForChange, rulesForNew, rulesOf } from '~/domain/kernel/field-rules';
import { id } from '~/domain/kernel/schema';
import { CHANNELS, CONTACT_FIELDS } from './contact-fields';

/** Path ids. */
export const atContact = { contactId: id };

const NO_EMAIL = 'Enter an email address like name@example.com';
const NO_PHONE = 'Enter a phone number with its area code, like 816-555-0100, or one that begins with +';

const rules = rulesOf(CONTACT_FIELDS);

const email = rules.email.refine((value) => value === '' || z.email().safeParse(value).success, NO_EMAIL);

/** Numbers without a country are numbers of the United States. */
const phone = rules.phone.transform((value, context) => {
  if (value === '') return '';
  const parsed = parsePhoneNumberFromString(value, 'US');
  if (parsed?.isValid()) return parsed.number;
  context.addIssue({ code: 'custom', message: NO_PHONE });
  return z.NEVER;
});

const channels = z
  .array(z.enum(CHANNELS, `Channels are ${CHANNELS.join(', ')}`), 'channels must be a list')
  .transform((chosen) => CHANNELS.filter((channel) => chosen.includes(channel)));

/** The browser's date input is empty if there is no day. */
const consentOn = z.union(
  [z.null(), z.literal('').transform(() => null), z.iso.date()],
  'Consent date must be a day like 2026-03-09, or null',
);

export const AddContact = z.strictObject({
  ...rulesForNew(CONTACT_FIELDS),
  email: email.default(''),
  phone: phone.default(''),
  channels: channels.default([]),
  consentOn: consentOn.default(null),
});
export type AddContact = z.output<typeof AddContact>;

/** Any subset of the fields. */
export const UpdateContact = z.strictObject({
  ...rulesForChange(CONTACT_FIELDS),
  email: email.optional(),
  phone: phone.optional(),
  channels: channels.optional(),
  consentOn: consentOn.optional(),
});

export const ContactAnswer = z
  .strictObject({
    id: known,
    accountId: known,
    ...answersOf(CONTACT_FIELDS),
    channels: z.array(z.enum(CHANNELS)).describe('What the contact agreed to'),
    consentOn: z.iso.date().nullable(),
    version: z.int(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Contact' });
export type Contact = z.output<typeof ContactAnswer>;
