import { deleteContact, getContact, updateContact } from '~/domain/network/accounts/contacts.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getContact, PATCH: updateContact, DELETE: deleteContact });
