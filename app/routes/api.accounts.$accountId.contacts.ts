import { addContact, listContacts } from '~/domain/network/accounts/contacts.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listContacts, POST: addContact });
