/** Changes an account's contacts. The account is locked first. */
import { row, transaction } from 'db/connection';
import { AccountContact } from 'db/models/places';
import { fn, literal } from 'sequelize';
import { recordChange } from './activity.server';
import { lockAccount } from './queries.server';
import { atAccount } from './schema';
import type { Actor } from '~/domain/kernel/actor';
import { Deleted } from '~/domain/kernel/answers';
import { command } from '~/domain/kernel/command.server';
import { conflict, DomainError, fieldRefusal } from '~/domain/kernel/errors';
import { businessZone } from '~/domain/network/settings/network.server';
import { requireContact } from './contact-queries.server';
import { AddContact, atContact, ContactAnswer, UpdateContact, type Contact } from './contact-schema';

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
        throw conflict(`An account can have at most ${String(MOST_CONTACTS)} contacts`);
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
          'This contact has been changed in the meantime. Please open it again',
          {
            current: before,
          },
        );
      const { name, email, phone, channels, consentOn, consentSource } = await withConsent({
        ...before,
        ...input,
      });
      await AccountContact.update(
        {
          name,
          email,
          phone,
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
    throw fieldRefusal('email', 'Email is required to send emails');
  if (channels.includes('sms') && phone === '')
    throw fieldRefusal('phone', 'Mobile phone is required to send text messages');
  if (channels.length > 0 && consentSource === '')
    throw fieldRefusal('consentSource', 'How they agreed is required to send messages');
  const today = await businessDay();
  if (given.consentOn !== null && given.consentOn > today)
    throw fieldRefusal('consentOn', 'Consent date must not be in the future');
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
