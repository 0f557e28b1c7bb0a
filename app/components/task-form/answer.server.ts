/** What both task dialogs do with the buttons of their form that save nothing. */
import { data } from '@remix-run/node';
import { findAccount, listAccounts, listAddresses } from '~/domain/accounts/queries.server';
import { formatAddress, suggestedType } from '~/domain/accounts/address';
import type { AccountName } from '~/domain/accounts/answers';
import type { AccountType } from '~/domain/accounts/fields';
import { suggestPlaces } from '~/domain/accounts/suggest.server';
import type { Actor } from '~/domain/actor';
import { id } from '~/domain/schema';
import { keepTyped } from '~/forms/merge.server';
import { withView } from '~/components/board/view';

/** What a browser without JavaScript is offered after Find. */
export type Matches = { choices: { value: string; label: string }[] };

const MOST_MATCHES = 12;

/**
 * The Find and Use buttons, which work without JavaScript: they answer with the same form, something found or filled
 * in. Null for any other button.
 * @param untouched the type that the form began with, where an account may suggest another.
 */
export async function answerFind(actor: Actor, form: FormData, untouched?: string) {
  const intent = textOf(form, 'intent');
  const answer = (changed: Record<string, string>, matches: Matches | null = null) =>
    data({ lastResult: keepTyped(form, changed), matches });
  if (intent === 'findLocation')
    return answer({}, await findPlaces(actor, textOf(form, 'location'), 'useLocation'));
  if (intent === 'findTransfer') {
    return answer({}, await findPlaces(actor, textOf(form, 'transfer_destination_location'), 'useTransfer'));
  }
  if (intent === 'findDestination') {
    const found = await suggestPlaces({
      actor,
      input: { search: textOf(form, 'destination_name'), limit: MOST_MATCHES },
    });
    const accounts = found.filter(({ accountId }) => accountId !== null);
    const choices = accounts.map(({ accountId, name, addresses }) => ({
      value: `useDestination:${String(accountId)}`,
      label: labelOf(name, addresses[0]),
    }));
    return answer({}, { choices });
  }
  const [verb, first, ...rest] = intent.split(':');
  const second = rest.join(':');
  if (verb === 'useLocation' || verb === 'useTransfer') {
    const place = await placeOf(actor, first, second);
    if (!place) return answer({});
    if (verb === 'useTransfer')
      return answer({
        transfer_destination_location: place.name,
        transfer_destination_address: place.street,
      });
    const type = suggestedType(textOf(form, 'type'), untouched, place.accountType);
    return answer({ location: place.name, address: place.street, ...(type && { type }) });
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

async function findPlaces(actor: Actor, search: string, verb: string): Promise<Matches> {
  const found = await suggestPlaces({ actor, input: { search, limit: MOST_MATCHES } });
  const choices = await Promise.all(
    found.map(async ({ accountId, name, addresses: lines }) => {
      if (accountId === null) return [{ value: `${verb}:${OWN}:${name}`, label: labelOf(name, lines[0]) }];
      const addresses = await listAddresses({ actor, input: { accountId } });
      const known = addresses.map((each) => ({ id: each.id, label: labelOf(name, formatAddress(each)) }));
      return (known.length > 0 ? known : [{ id: 0, label: name }]).map(({ id, label }) => ({
        value: `${verb}:${String(accountId)}:${String(id)}`,
        label,
      }));
    }),
  );
  return { choices: choices.flat() };
}

const labelOf = (name: string, address = '') => [name, address].filter(Boolean).join(' – ');

/** In place of an account's id: a dealership of the network, by the name that it is shown with. */
const OWN = 'network';

type Found = { name: string; accountType: AccountType; street: string };

async function placeOf(
  actor: Actor,
  accountId: string | undefined,
  key: string | undefined,
): Promise<Found | null> {
  if (accountId === OWN) {
    const found = await suggestPlaces({ actor, input: { search: key ?? '', limit: MOST_MATCHES } });
    const own = found.find((place) => place.accountId === null && place.name === key);
    return own ? { ...own, street: own.addresses[0] ?? '' } : null;
  }
  const account = await accountOf(actor, accountId);
  if (!account) return null;
  const addresses = await listAddresses({ actor, input: { accountId: account.id } });
  const address = addresses.find(({ id }) => String(id) === key);
  return { ...account, street: address ? formatAddress(address) : '' };
}

async function accountOf(actor: Actor, accountId: string | undefined): Promise<AccountName | null> {
  const known = id.safeParse(accountId);
  return known.success ? findAccount(actor, known.data) : null;
}

/** The addresses to choose from where a place is called like an account: all of that account's, default first. */
export async function addressesAt(actor: Actor, location: string, address: string): Promise<string[]> {
  if (location.trim() === '') return [];
  const alike = await listAccounts({ actor, input: { search: location, limit: MOST_MATCHES } });
  const accounts = alike.filter(({ name }) => name === location);
  const lists = await Promise.all(
    accounts.map(async ({ id }) =>
      (await listAddresses({ actor, input: { accountId: id } })).map(formatAddress),
    ),
  );
  return lists.find((list) => list.includes(address)) ?? lists.find((list) => list.length > 1) ?? [];
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
