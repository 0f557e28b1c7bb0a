/** Links of the accounts page. Its search parameters stay while dialogs open and close over it. */
import { useLocation } from '@remix-run/react';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { keptParams, withParams } from '~/forms/view-params';

/** The parameters of the view. No dialog may use these names for anything else. */
const VIEW_PARAMS = ['q', 'type', 'sort', 'page'];

/** The path of the accounts page with the view in `search`. `changed` replaces parameters; null removes one. */
export const accountsPath = (search: string, changed?: Record<string, string | null>) =>
  `/accounts${keptParams(VIEW_PARAMS, search, changed)}`;

/** The path of a dialog over the accounts page, or of a page that leads back to it. */
export const overAccounts = (to: string, search: string) => withParams(to, keptParams(VIEW_PARAMS, search));

export const accountLinksPath = (accountId: number, search: string) =>
  overAccounts(`/accounts/${String(accountId)}/links`, search);

/** The path of an account's numbers in other systems. */
export const numbersPath = (accountId: number, search: string) =>
  overAccounts(`/accounts/${String(accountId)}/numbers`, search);

/** The path of an account's contacts, over the accounts page. @param to the rest of the path, such as `/new`. */
export const contactsPath = (accountId: number, search: string, to = '') =>
  overAccounts(`/accounts/${String(accountId)}/contacts${to}`, search);

const GONE = {
  title: 'Account not found',
  text: 'This account doesn’t exist. Someone may have deleted it.',
};

/** Replaces a dialog about an account when it can't be shown. */
export function AccountTrouble() {
  return <DialogTrouble gone={GONE} closeTo={accountsPath(useLocation().search)} />;
}
