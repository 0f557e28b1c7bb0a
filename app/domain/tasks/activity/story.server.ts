/** A task's history as sentences: labels for columns, names for ids, times on business clocks. */
import type { Actor } from '~/domain/actor';
import { businessTime } from '~/domain/business-time.server';
import { NOTHING, type StoryItem } from '~/domain/story';
import { namesOf, type Names } from '~/domain/tasks/form/names.server';
import type { Activity } from '~/domain/tasks/board/queries.server';
import { PRIORITY_LABELS, STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/task';

/** Oldest first, like the activity. Columns that mean nothing to people are left out. */
export async function storyOf(actor: Actor, activity: Activity[]): Promise<StoryItem[]> {
  const ids = (columns: string[]) =>
    activity.flatMap(({ changes }) => columns.flatMap((column) => changes[column] ?? [])).filter(isNumber);
  const names = await namesOf(
    actor,
    ids(['driver_id', 'transfer_to_driver_id']),
    ids(['destination_account_id']),
  );
  return activity.map(({ id, by, action, occurredAt, changes }) => ({
    id,
    by,
    occurredAt,
    what: whatOf(action),
    lines: Object.entries(COLUMNS).flatMap(([column, [label, show]]) => {
      const change = changes[column];
      if (!change) return [];
      const [before = NOTHING, after = NOTHING] = change.map((value) => show(value, names) ?? undefined);
      return before === after ? [] : [{ label, before, after }];
    }),
  }));
}

type Show = (value: unknown, names: Names) => string | null;
const isNumber = (value: unknown): value is number => typeof value === 'number';
const text: Show = (value) => (typeof value === 'string' && value !== '' ? value : null);
const oneOf =
  (labels: Record<string, string>): Show =>
  (value) =>
    typeof value === 'string' ? (labels[value] ?? value) : null;
const person: Show = (value, names) => names.person(isNumber(value) ? value : null);
const moment: Show = (value) => (typeof value === 'string' ? businessTime(value) : null);

const COLUMNS: Record<string, [label: string, show: Show]> = {
  type: ['Type', oneOf(TYPE_LABELS)],
  location: ['Location Name', text],
  address: ['Address', text],
  invoice_number: ['Invoice Number(s)', text],
  part_numbers: ['Part Number(s)', text],
  status: ['Status', oneOf(STATUS_LABELS)],
  failure_reason: ['Could not complete', text],
  priority: ['Priority', oneOf(PRIORITY_LABELS)],
  need_by: ['Need By', moment],
  driver_id: ['Driver', person],
  destination_account_id: ['Deliver To', (value, names) => names.account(isNumber(value) ? value : null)],
  transfer_to_driver_id: ['Transfer To Driver', person],
  transfer_destination_location: ['Delivery Location Name', text],
  transfer_destination_address: ['Delivery Address', text],
  notes: ['Additional Notes', text],
  geo_precision: ['Place on the map', text],
  signature: ['Signature', text],
};

const ACTIONS: Record<string, string> = {
  ...STATUS_LABELS,
  updated: 'Edited',
  released: 'Released from hold',
};

const whatOf = (action: string) =>
  ACTIONS[action] ?? `${action.charAt(0).toUpperCase()}${action.slice(1).replace(/-/g, ' ')}`;
