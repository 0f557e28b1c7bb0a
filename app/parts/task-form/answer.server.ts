/** What both task dialogs do with the buttons of their form that save nothing. */
import { data } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { findAccount, listAccounts, listAddresses } from '~/domain/accounts/queries.server';
import { formatAddress, taskTypeFor } from '~/domain/accounts/address';
import type { AccountName } from '~/domain/accounts/schema';
import type { Actor } from '~/domain/actor';
import { id } from '~/domain/schema';
import { withView } from '~/parts/board/view';

/** What a browser without JavaScript is offered after Find. */
export type Matches = { choices: { value: string; label: string }[] };

const MOST_MATCHES = 12;

/**
 * The Find and Use buttons, which work without JavaScript: they answer with the same form, something found or filled
 * in. Null for any other button.
 */
export async function answerFind(actor: Actor, form: FormData) {
  const intent = textOf(form, 'intent');
  const answer = (changed: Record<string, string>, matches: Matches | null = null) =>
    data({ lastResult: keepTyped(form, changed), matches });
  if (intent === 'findLocation')
    return answer({}, await findPlaces(actor, textOf(form, 'location'), 'useLocation'));
  if (intent === 'findTransfer') {
    return answer({}, await findPlaces(actor, textOf(form, 'transfer_destination_location'), 'useTransfer'));
  }
  if (intent === 'findDestination') {
    const found = await listAccounts(actor, {
      search: textOf(form, 'destination_name'),
      limit: MOST_MATCHES,
    });
    const choices = found.map(({ id, name }) => ({ value: `useDestination:${String(id)}`, label: name }));
    return answer({}, { choices });
  }
  const [verb, first, second] = intent.split(':');
  if (verb === 'useLocation' || verb === 'useTransfer') {
    const { account, address } = await placeOf(actor, first, second);
    if (!account) return answer({});
    const street = address ? formatAddress(address) : '';
    return answer(
      verb === 'useLocation'
        ? { location: account.name, type: taskTypeFor(account.accountType), address: street }
        : { transfer_destination_location: account.name, transfer_destination_address: street },
    );
  }
  if (verb === 'useDestination') {
    const account = await accountOf(actor, first);
    return answer({
      destination_account_id: account ? String(account.id) : '',
      destination_name: account?.name ?? '',
    });
  }
  return null;
}

/** Conform's way of saying: the form goes on with these values. */
export function keepTyped(
  form: FormData,
  changed: Partial<Record<string, string>> = {},
): SubmissionResult & { initialValue: Record<string, string> } {
  const typed = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { initialValue: { ...Object.fromEntries(typed), ...changed } as Record<string, string> };
}

async function findPlaces(actor: Actor, search: string, verb: string): Promise<Matches> {
  const accounts = await listAccounts(actor, { search, limit: MOST_MATCHES });
  const choices = [];
  for (const account of accounts) {
    const addresses = await listAddresses(actor, { accountId: account.id });
    for (const address of addresses) {
      choices.push({
        value: `${verb}:${String(account.id)}:${String(address.id)}`,
        label: `${account.name} – ${formatAddress(address)}`,
      });
    }
    if (addresses.length === 0)
      choices.push({ value: `${verb}:${String(account.id)}:0`, label: account.name });
  }
  return { choices };
}

async function placeOf(actor: Actor, accountId: string | undefined, addressId: string | undefined) {
  const account = await accountOf(actor, accountId);
  const addresses = account ? await listAddresses(actor, { accountId: account.id }) : [];
  return { account, address: addresses.find((each) => String(each.id) === addressId) };
}

async function accountOf(actor: Actor, accountId: string | undefined): Promise<AccountName | null> {
  const known = id.safeParse(accountId);
  return known.success ? findAccount(actor, known.data) : null;
}

/** The addresses to choose from where a place is called like an account: all of that account's, default first. */
export async function addressesAt(actor: Actor, location: string, address: string): Promise<string[]> {
  if (location.trim() === '') return [];
  const alike = await listAccounts(actor, { search: location, limit: MOST_MATCHES });
  const accounts = alike.filter(({ name }) => name === location);
  const lists = await Promise.all(
    accounts.map(async ({ id }) => (await listAddresses(actor, { accountId: id })).map(formatAddress)),
  );
  const several = lists.filter((list) => list.length > 1);
  return several.find((list) => list.includes(address)) ?? several[0] ?? [];
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The page below the dialog: the board or a list on it, with the view that it had. Nothing else is believed. */
export function closeToOf(request: Request): string {
  const { searchParams, search } = new URL(request.url);
  const back = searchParams.get('back') ?? '';
  const known = /^(drivers\/(\d{1,10}|unassigned)(\?tab=[a-z-]+)?|attention(\?kind=[a-z-]+)?)$/.test(back);
  return withView(known ? `/dispatcher/${back}` : '/dispatcher', search);
}
