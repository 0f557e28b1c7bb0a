/** The server's part of task dialogs: buttons that fill in the form, and data that is shown beside it. */
import { withView } from '~/components/board/board-links';
import { findAccount, listAccounts, listAddresses } from '~/domain/network/accounts/queries.server';
import { formatAddress } from '~/domain/geography/address';
import { suggestedType } from '~/domain/tasks/model/suggested-type';
import type { AccountName } from '~/domain/network/accounts/schema';
import type { AccountType } from '~/domain/network/accounts/fields';
import { suggestPlaces } from '~/domain/network/accounts/suggest.server';
import type { Actor } from '~/domain/kernel/actor';
import type { FormInputs } from '~/domain/kernel/form-merge';
import { LIMITS } from '~/domain/kernel/limits';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { findSameInvoice } from '~/domain/views/task-form/same-invoice.server';
import { readId } from '~/domain/kernel/ids';
import { settleConcerns } from '~/domain/tasks/activity/concerns.server';
import { fillButton, button } from '~/forms/submit.server';
import { pagePath } from '~/http/session.server';

/** Choices that a browser without JavaScript gets after Find. */
export type Matches = { choices: { value: string; label: string }[] };

/** The outcome of a button that keeps the form. */
export type Shown = {
  matches?: Matches;
  said?: { title: string; tone: 'default' };
  /** The version of the task that the person has seen. */
  version?: number;
};

const MOST_MATCHES = 12;

/**
 * The buttons Find and Use, which work without JavaScript. The form stays, with choices or filled-in fields.
 * @param untouched the initial type, which an account may replace by its own.
 */
export function findButtons(untouched?: string) {
  const find = (box: string, search: (actor: Actor, text: string) => Promise<Matches>) =>
    fillButton<Shown>('editAnyTask', async ({ actor, form }) => ({
      shown: { matches: await search(actor, textOf(form, box)) },
      values: {},
    }));
  const use = (fill: (actor: Actor, form: FormData, value: string) => Promise<FormInputs>) =>
    fillButton<Shown>('editAnyTask', async ({ actor, form, value }) => ({
      shown: {},
      values: await fill(actor, form, value),
    }));
  return {
    findLocation: find('location', (actor, text) => findPlaces(actor, text, 'useLocation')),
    findTransfer: find('transfer_destination_location', (actor, text) =>
      findPlaces(actor, text, 'useTransfer'),
    ),
    findDestination: find('destination_name', findDestinations),
    useLocation: use(async (actor, form, value) => {
      const place = await placeOf(actor, value);
      if (!place) return {};
      const type = suggestedType(textOf(form, 'type'), untouched, place.accountType);
      return { location: place.name, address: place.street, ...(type && { type }) };
    }),
    useTransfer: use(async (actor, _form, value) => {
      const place = await placeOf(actor, value);
      if (!place) return {};
      return { transfer_destination_location: place.name, transfer_destination_address: place.street };
    }),
    useDestination: use(async (actor, _form, value) => {
      const account = await accountOf(actor, value);
      return {
        destination_account_id: account ? String(account.id) : '',
        destination_name: account?.name ?? '',
      };
    }),
  };
}

async function findDestinations(actor: Actor, search: string): Promise<Matches> {
  const found = await suggestPlaces({ actor, input: { search, limit: MOST_MATCHES } });
  const accounts = found.filter(({ accountId }) => accountId !== null);
  return {
    choices: accounts.map(({ accountId, name, addresses }) => ({
      value: `useDestination:${String(accountId)}`,
      label: labelOf(name, addresses[0]),
    })),
  };
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

/** Stands for an account's id when the place is a dealership of the network. The dealership's name follows. */
const OWN = 'network';

type Found = { name: string; accountType: AccountType; street: string };

/** @param value an account's id and the id of its address, or OWN and a name, which may contain colons. */
async function placeOf(actor: Actor, value: string): Promise<Found | null> {
  const [accountId = '', ...rest] = value.split(':');
  const key = rest.join(':');
  if (accountId === OWN) {
    const found = await suggestPlaces({ actor, input: { search: key, limit: MOST_MATCHES } });
    const own = found.find((place) => place.accountId === null && place.name === key);
    return own ? { ...own, street: own.addresses[0] ?? '' } : null;
  }
  const account = await accountOf(actor, accountId);
  if (!account) return null;
  const addresses = await listAddresses({ actor, input: { accountId: account.id } });
  const address = addresses.find(({ id }) => String(id) === key);
  return { ...account, street: address ? formatAddress(address) : '' };
}

async function accountOf(actor: Actor, accountId: string): Promise<AccountName | null> {
  const id = readId(accountId);
  return id === null ? null : findAccount(actor, id);
}

/**
 * The addresses to choose from when the place has the name of an account. The account's default address comes first.
 */
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

/** The path of the page below the dialog: the board or a list, with its view. Any other value of `back` is ignored. */
export function closeToOf(request: Request): string {
  const { searchParams, search } = new URL(request.url);
  const back = searchParams.get('back') ?? '';
  const known = /^(drivers\/(\d{1,10}|unassigned)(\?tab=[a-z-]+)?|attention(\?kind=[a-z-]+)?)$/.test(back);
  return withView(known ? `/dispatcher/${back}` : '/dispatcher', search);
}

const LONGEST_INVOICE = 500;

export function typedInvoice(typed: FormData | URLSearchParams) {
  const text = (name: string, longest: number) => {
    const value = typed.get(name);
    return typeof value === 'string' ? value.slice(0, longest).replaceAll('\0', '') : '';
  };
  // A number that was typed for another type is not saved, so it is not searched either.
  const isUsed = FORM_FIELDS.invoice_number.types.some((type) => type === (typed.get('type') ?? type));
  return {
    invoice: isUsed ? text('invoice_number', LONGEST_INVOICE) : '',
    location: text('location', LIMITS.name),
    address: text('address', LIMITS.address),
  };
}

/** Finds an earlier task with the invoice of a refused form. @param except the id of the edited task. */
export const sameInvoiceExtra =
  (except?: string) =>
  async ({ actor, form }: { actor: Actor; form: FormData }) => ({
    sameInvoice: await findSameInvoice(actor, typedInvoice(form), Number(except) || null),
  });

/** The button of `Concerns`. It leads back to the same page, which then no longer shows the concern. */
export const settleButton = (request: Request) => ({
  settle: button(settleConcerns, () => ({ redirectTo: pagePath(request), toast: { title: 'Settled' } })),
});
