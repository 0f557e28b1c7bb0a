/** What both task dialogs do with the form that is sent to them. */
import { data } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { findAccount, listAccounts, listAddresses } from '~/domain/accounts/queries.server';
import { formatAddress, taskTypeFor, type AccountName } from '~/domain/accounts/schema';
import type { Actor } from '~/domain/actor';
import { businessInstant } from '~/domain/business-time.server';
import type { DraftFields } from '~/domain/drafts.server';
import { id } from '~/domain/schema';
import type { TaskForm } from '~/domain/tasks/form';
import type { Task } from '~/domain/tasks/task';
import { wallClock } from '~/domain/time';
import { env } from '~/env.server';
import { withView } from '~/parts/board/view';
import type { TaskFormValues } from './task-form';

/** What a browser without JavaScript is offered after Find. */
export type Matches = { purpose: 'location' | 'destination'; choices: { value: string; label: string }[] };

const MOST_MATCHES = 12;

/**
 * The Find and Use buttons, which work without JavaScript: they answer with the same form, something found or filled
 * in. Null for any other button.
 */
export async function answerFind(actor: Actor, request: Request) {
  const form = await request.clone().formData();
  const intent = textOf(form, 'intent');
  const lastResult = (changed: Record<string, string>) => keepTyped(form, changed);
  if (intent === 'findLocation') {
    return data({
      lastResult: lastResult({}),
      matches: await findPlaces(actor, textOf(form, 'location')),
      destinationName: null,
    });
  }
  if (intent === 'findDestination') {
    const found = await listAccounts(actor, {
      search: textOf(form, 'destination_name'),
      limit: MOST_MATCHES,
    });
    const choices = found.map(({ id, name }) => ({ value: `useDestination:${String(id)}`, label: name }));
    return data({
      lastResult: lastResult({}),
      matches: { purpose: 'destination' as const, choices },
      destinationName: null,
    });
  }
  const [verb, first, second] = intent.split(':');
  if (verb === 'useLocation') {
    const { account, address } = await placeOf(actor, first, second);
    const changed = account && {
      location: account.name,
      type: taskTypeFor(account.accountType),
      address: address ? formatAddress(address) : '',
    };
    return data({ lastResult: lastResult(changed ?? {}), matches: null, destinationName: null });
  }
  if (verb === 'useDestination') {
    const account = await accountOf(actor, first);
    return data({
      lastResult: lastResult({ destination_account_id: account ? String(account.id) : '' }),
      matches: null,
      destinationName: account?.name ?? '',
    });
  }
  return null;
}

/** Conform's way of saying: the form goes on with these values. */
export function keepTyped(form: FormData, changed: Record<string, string> = {}): SubmissionResult {
  const typed = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { initialValue: { ...Object.fromEntries(typed), ...changed } };
}

async function findPlaces(actor: Actor, search: string): Promise<Matches> {
  const accounts = await listAccounts(actor, { search, limit: MOST_MATCHES });
  const choices = [];
  for (const account of accounts) {
    const addresses = await listAddresses(actor, { accountId: account.id });
    for (const address of addresses) {
      choices.push({
        value: `useLocation:${String(account.id)}:${String(address.id)}`,
        label: `${account.name} – ${formatAddress(address)}`,
      });
    }
    if (addresses.length === 0)
      choices.push({ value: `useLocation:${String(account.id)}:0`, label: account.name });
  }
  return { purpose: 'location', choices };
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

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The command's input: everything that the form shows, and the need-by as an instant. */
export async function inputOf(form: TaskForm, stored?: Task) {
  const {
    need_by_date,
    need_by_hour,
    version: _version,
    linked,
    another: _another,
    status,
    ...fields
  } = form;
  const needBy =
    status === 'hold' && need_by_date ? await needByOf(need_by_date, need_by_hour ?? 0, stored) : null;
  // What a linked task is, its transfer says.
  if (linked) return { priority: fields.priority, notes: fields.notes, part_numbers: fields.part_numbers };
  return { ...fields, ...(status && { status, need_by: needBy }) };
}

/** A need-by whose day and hour were not touched keeps its minutes. */
async function needByOf(date: string, hour: number, stored?: Task): Promise<string> {
  if (stored?.need_by) {
    const shown = wallClock(new Date(stored.need_by), env.BUSINESS_TIME_ZONE);
    if (shown.date === date && shown.hour === hour) return stored.need_by;
  }
  return businessInstant(date, hour);
}

/** The form's fields for a task that is stored. */
export function valuesOf(task: Task): Partial<TaskFormValues> {
  const needBy = task.need_by ? wallClock(new Date(task.need_by), env.BUSINESS_TIME_ZONE) : null;
  const idText = (personOrAccount: number | null) =>
    personOrAccount === null ? '' : String(personOrAccount);
  return {
    type: task.type,
    location: task.location,
    address: task.address,
    invoice_number: task.invoice_number,
    part_numbers: task.part_numbers,
    notes: task.notes,
    status: task.status,
    priority: task.priority,
    driver_id: idText(task.driver_id),
    destination_account_id: idText(task.destination_account_id),
    transfer_to_driver_id: idText(task.transfer_to_driver_id),
    transfer_destination_location: task.transfer_destination_location ?? '',
    transfer_destination_address: task.transfer_destination_address ?? '',
    ...(needBy && { need_by_date: needBy.date, need_by_hour: String(needBy.hour) }),
  };
}

/** What was typed before the session ended, over what the form would show otherwise. */
export function withDraft(
  values: Partial<TaskFormValues>,
  draft: DraftFields | null,
): Partial<TaskFormValues> {
  if (!draft) return values;
  return {
    ...values,
    ...Object.fromEntries(Object.entries(draft).map(([name, [value = '']]) => [name, value])),
  };
}

/** The page below the dialog: the board or a list on it, with the view that it had. Nothing else is believed. */
export function closeToOf(request: Request): string {
  const { searchParams, search } = new URL(request.url);
  const back = searchParams.get('back') ?? '';
  const known = /^(drivers\/(\d{1,10}|unassigned)(\?tab=[a-z-]+)?|attention(\?kind=[a-z-]+)?)$/.test(back);
  return withView(known ? `/dispatcher/${back}` : '/dispatcher', search);
}
