import { createAccount } from '~/domain/network/accounts/commands.server';
import { cursorAfter, listAccounts } from '~/domain/network/accounts/queries.server';
import { api, paged } from '~/http/api.server';

export const { loader, action } = api({ GET: paged(listAccounts, cursorAfter), POST: createAccount });
