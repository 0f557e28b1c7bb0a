import { AccountContact } from 'db/models/places';
import { printed } from 'db/models/table';
import { col, fn } from 'sequelize';
import * as z from 'zod/v4';
import { requireAccount } from './queries.server';
import { atAccount } from './schema';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { keysOf } from '~/domain/kernel/field-table';
import { CONTACT_FIELDS } from './contact-fields';
import { atContact, ContactAnswer, type Contact } from './contact-schema';

const CONTACT = [
  ...(['id', 'accountId', ...keysOf(CONTACT_FIELDS), 'channels', 'consentOn', 'version'] as const),
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

export async function requireContact(id: number): Promise<Contact> {
  const contact = await AccountContact.findRow(CONTACT, { where: { id } });
  if (!contact) throw notFound('Contact');
  return contact;
}
