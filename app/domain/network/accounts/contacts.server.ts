/** Changes an account's contacts. The account is locked first. */
import { col, fn, literal } from 'sequelize';
import * as z from 'zod/v4';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { row, transaction } from 'db/connection';
import { AccountContact } from 'db/models/places';
import { printed } from 'db/models/table';
import type { Actor } from '~/domain/kernel/actor';
import { Deleted, id, known, moment } from '~/domain/kernel/schema';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, DomainError, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { businessZone } from '~/domain/network/settings/network.server';
import { keysOf } from '~/domain/kernel/field-table';
import { answersOf, rulesForChange, rulesForNew, rulesOf } from '~/domain/kernel/field-rules';
import { recordChange } from './activity.server';
import { lockAccount, requireAccount } from './queries.server';
import { atAccount } from './schema';
import { isLanguage, LANGUAGES } from '~/words/languages';
import { CHANNELS, CONTACT_FIELDS } from './contact-fields';
import { untranslated } from '~/domain/kernel/sentence';

/** Path ids. */
const atContact = { contactId: id };

const NO_EMAIL = 'Enter an email address like name@example.com';
const NO_PHONE = 'Enter a phone number with its area code, like 816-555-0100, or one that begins with +';

const rules = rulesOf(CONTACT_FIELDS);

export const email = rules.email.refine(
  (value) => value === '' || z.email().safeParse(value).success,
  NO_EMAIL,
);

/** Numbers without a country are numbers of the United States. */
export const phone = rules.phone.transform((value, context) => {
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

const codes = Object.keys(LANGUAGES).filter(isLanguage);
/** A form sends the empty string for the language of the network. */
const language = z.union(
  [z.null(), z.literal('').transform(() => null), z.enum(codes)],
  `Language must be one of ${codes.join(', ')}, or null`,
);

const AddContact = z.strictObject({
  ...rulesForNew(CONTACT_FIELDS),
  email: email.default(''),
  phone: phone.default(''),
  language: language.default(null),
  channels: channels.default([]),
  consentOn: consentOn.default(null),
});
type AddContact = z.output<typeof AddContact>;

/** Any subset of the fields. */
const UpdateContact = z.strictObject({
  ...rulesForChange(CONTACT_FIELDS),
  email: email.optional(),
  phone: phone.optional(),
  language: language.optional(),
  channels: channels.optional(),
  consentOn: consentOn.optional(),
});

const ContactAnswer = z
  .strictObject({
    id: known,
    accountId: known,
    ...answersOf(CONTACT_FIELDS),
    language: z.string().nullable().describe('Of messages to the contact; null for that of the network'),
    channels: z.array(z.enum(CHANNELS)).describe('What the contact agreed to'),
    consentOn: z.iso.date().nullable(),
    version: z.int(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Contact' });
export type Contact = z.output<typeof ContactAnswer>;

const CONTACT = [
  ...([
    'id',
    'accountId',
    ...keysOf(CONTACT_FIELDS),
    'language',
    'channels',
    'consentOn',
    'version',
  ] as const),
  ...([printed('createdAt'), printed('updatedAt')] as const),
] as const;

export const listContacts = query(
  {
    summary: "An account's contacts, by name",
    may: 'readAccounts',
    at: atAccount,
    answer: z.array(ContactAnswer),
  },
  async ({ accountId }) => {
    await requireAccount(accountId);
    return AccountContact.findRows(CONTACT, {
      where: { accountId },
      order: [fn('lower', col('name')), 'id'],
    });
  },
);

export const getContact = query(
  { summary: 'One contact', may: 'readAccounts', at: atContact, answer: ContactAnswer },
  ({ contactId }) => requireContact(contactId),
);

async function requireContact(id: number): Promise<Contact> {
  const contact = await AccountContact.findRow(CONTACT, { where: { id } });
  if (!contact) throw notFound('Contact');
  return contact;
}

const MOST_CONTACTS = 50;

export const addContact = command(
  {
    summary: 'Adds a contact to an account',
    about:
      'With `channels`, the email address or phone number that each needs and `consentSource` must be given. `consentOn` is today if it is left out. Phone numbers are stored in international form.',
    may: 'editAccounts',
    at: atAccount,
    input: AddContact,
    answer: ContactAnswer,
    creates: true,
  },
  ({ actor, accountId, input }) =>
    transaction(async () => {
      await lockAccount(accountId);
      if ((await AccountContact.count({ where: { accountId } })) >= MOST_CONTACTS)
        throw conflict(
          untranslated('tooManyContacts', `An account can have at most ${String(MOST_CONTACTS)} contacts`),
        );
      const agreed = await withConsent(input);
      const { id } = await AccountContact.create({ ...agreed, accountId }, { returning: ['id'] });
      const contact = await requireContact(id);
      await tell(actor, 'contact-added', null, contact);
      return contact;
    }),
);

export const updateContact = command(
  {
    summary: 'Changes a contact',
    about: 'Any subset of the fields. The rules of a new contact apply to the result.',
    may: 'editAccounts',
    at: atContact,
    input: UpdateContact,
    answer: ContactAnswer,
    guarded: true,
  },
  ({ actor, contactId: id, input, expectedVersion }) =>
    transaction(async () => {
      const before = await lockContact(id);
      if (expectedVersion !== undefined && expectedVersion !== before.version)
        throw new DomainError(
          'stale',
          untranslated(
            'contactChanged',
            'This contact has been changed in the meantime. Please open it again',
          ),
          {
            current: before,
          },
        );
      const { name, email, phone, language, channels, consentOn, consentSource } = await withConsent({
        ...before,
        ...input,
      });
      await AccountContact.update(
        {
          name,
          email,
          phone,
          language,
          channels,
          consentOn,
          consentSource,
          version: literal('version + 1'),
          updatedAt: fn('now'),
        },
        { where: { id } },
      );
      const after = await requireContact(id);
      await tell(actor, 'contact-changed', before, after);
      return after;
    }),
);

export const deleteContact = command(
  {
    summary: 'Deletes a contact',
    may: 'editAccounts',
    at: atContact,
    answer: Deleted,
  },
  ({ actor, contactId: id }) =>
    transaction(async () => {
      const contact = await lockContact(id);
      await AccountContact.destroy({ where: { id } });
      await tell(actor, 'contact-removed', contact, null);
      return { id };
    }),
);

async function lockContact(id: number): Promise<Contact> {
  await lockAccount((await requireContact(id)).accountId);
  // Another user may have changed or deleted the contact before the lock, so it is read again.
  return requireContact(id);
}

type Agreed = Pick<AddContact, 'name' | 'email' | 'phone' | 'channels' | 'consentOn' | 'consentSource'>;

/**
 * Requires the way of consent for contacts with channels, so that messages are sent only with consent.
 * @throws invalid
 */
async function withConsent<Given extends Agreed>(given: Given): Promise<Given> {
  const { channels, email, phone, consentSource } = given;
  if (channels.includes('email') && email === '')
    throw fieldRefusal('email', untranslated('contactNeedsEmail', 'Email is required to send emails'));
  if (channels.includes('sms') && phone === '')
    throw fieldRefusal(
      'phone',
      untranslated('contactNeedsPhone', 'Mobile phone is required to send text messages'),
    );
  if (channels.length > 0 && consentSource === '')
    throw fieldRefusal(
      'consentSource',
      untranslated('contactNeedsConsent', 'How they agreed is required to send messages'),
    );
  const today = await businessDay();
  if (given.consentOn !== null && given.consentOn > today)
    throw fieldRefusal(
      'consentOn',
      untranslated('consentInFuture', 'Consent date must not be in the future'),
    );
  return { ...given, consentOn: given.consentOn ?? (channels.length > 0 ? today : null) };
}

async function businessDay(): Promise<string> {
  const found = await row<{ day: string }>('select (now() at time zone $zone)::date::text as day', {
    zone: businessZone(),
  });
  return found?.day ?? '';
}

/** Records only names and consent, so that email addresses and numbers are gone when a contact is deleted. */
async function tell(
  actor: Actor,
  action: 'contact-added' | 'contact-changed' | 'contact-removed',
  before: Contact | null,
  after: Contact | null,
): Promise<void> {
  const [one, other] = [kept(before), kept(after)];
  const changes = Object.fromEntries(
    Object.keys(other)
      .filter((key) => one[key] !== other[key])
      .map((key): [string, [unknown, unknown]] => [key, [one[key], other[key]]]),
  );
  const { accountId, name } = after ?? before ?? { accountId: 0, name: '' };
  await recordChange(actor, { accountId, action, changes: { ...changes, contact: [null, name] } });
}

const kept = (contact: Contact | null): Record<string, string> => ({
  name: contact?.name ?? '',
  channels: contact?.channels.join(', ') ?? '',
  consentOn: contact?.consentOn ?? '',
  consentSource: contact?.consentSource ?? '',
});
