import {
  addAddress,
  deleteAddress,
  setDefaultAddress,
  updateAddress,
} from '~/domain/network/accounts/addresses.server';
import { createAccount, deleteAccount, updateAccount } from '~/domain/network/accounts/commands.server';
import { getImport, importCsv, rejectsFile } from '~/domain/network/account-import/commands.server';
import {
  cursorAfter,
  getAccount,
  listAccounts,
  listAddresses,
  listAddressesOf,
} from '~/domain/network/accounts/queries.server';
import { suggestPlaces } from '~/domain/network/accounts/suggest.server';
import {
  addContact,
  deleteContact,
  getContact,
  listContacts,
  updateContact,
} from '~/domain/network/accounts/contacts.server';
import { createAccountLink, revokeAccountLink } from '~/domain/customers/links/links.server';
import { listRedirectable, redirectTasks } from '~/domain/tasks/lifecycle/redirect.server';
import { NoInput } from '~/domain/kernel/schema';
import { pathId, read, paged } from '~/http/api.server';
import { CSV } from '~/http/call';
import { csvResponse } from '~/http/downloads.server';

export const accountCalls = {
  'GET /api/accounts': paged(listAccounts, cursorAfter),
  'POST /api/accounts': createAccount,
  'GET /api/accounts/:accountId': getAccount,
  'PATCH /api/accounts/:accountId': updateAccount,
  'DELETE /api/accounts/:accountId': deleteAccount,
  'GET /api/accounts/:accountId/addresses': listAddressesOf,
  'POST /api/accounts/:accountId/addresses': addAddress,
  'GET /api/account-addresses': paged(listAddresses, ({ id }) => String(id)),
  'PATCH /api/account-addresses/:addressId': updateAddress,
  'DELETE /api/account-addresses/:addressId': deleteAddress,
  'POST /api/account-addresses/:addressId/set-default': setDefaultAddress,
  'GET /api/accounts/:accountId/tasks-at-former-addresses': listRedirectable,
  'POST /api/account-addresses/:addressId/redirect-tasks': redirectTasks,
  'GET /api/accounts/:accountId/contacts': listContacts,
  'POST /api/accounts/:accountId/contacts': addContact,
  'GET /api/account-contacts/:contactId': getContact,
  'PATCH /api/account-contacts/:contactId': updateContact,
  'DELETE /api/account-contacts/:contactId': deleteContact,
  'POST /api/accounts/:accountId/links': createAccountLink,
  'DELETE /api/accounts/:accountId/links/:linkId': revokeAccountLink,
  'POST /api/accounts/import-csv': importCsv,
  'GET /api/accounts/imports/:importId': getImport,
  'GET /api/accounts/imports/:importId/rejected.csv': read(
    {
      summary: 'The rejected rows, to be fixed and imported again',
      may: getImport.spec.may,
      input: NoInput,
      answer: CSV,
    },
    async ({ actor, params }) => {
      const id = pathId(params.importId);
      return csvResponse(`rejected-rows-${String(id)}.csv`, await rejectsFile(actor, id));
    },
  ),
  'GET /api/places': suggestPlaces,
};
