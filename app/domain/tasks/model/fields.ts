/** The fields of tasks. Safe and small in the browser. */
import { fieldTable } from '~/domain/kernel/field-table';
import { LIMITS } from '~/domain/kernel/limits';
import { facts } from '~/words/en/labels';
import { PRIORITY_LABELS, STATUS_LABELS, TYPE_LABELS, type TaskType } from './values';

const DELIVERY: readonly TaskType[] = ['delivery'];
const PICKUP: readonly TaskType[] = ['pickup'];
const DUE: readonly TaskType[] = ['delivery', 'transfer'];
const TRANSFER: readonly TaskType[] = ['transfer'];

/**
 * In the order of the activity. `types`: the types that use the field; without it, all do. `fact`: the label
 * of a text that is shown wherever a task is shown, also to its customer, and in the driver's notice of a
 * change. `notice`: the label in that notice for a field that is no fact. `handedOver`: a transfer passes it
 * on to its delivery.
 */
export const TASK_FIELDS = fieldTable({
  type: { label: 'Type', options: TYPE_LABELS },
  location: {
    label: 'Location Name',
    max: LIMITS.name,
    required: true,
    isName: true,
    notice: 'Location',
    inputs: ['location', 'location_account_id'],
  },
  address: { label: 'Address', max: LIMITS.address, notice: 'Address' },
  invoice_number: {
    label: 'Invoice Number(s)',
    spoken: 'Invoice number',
    fact: facts.invoice_number,
    takesNull: true,
    max: 500,
    types: DELIVERY,
  },
  part_numbers: {
    label: 'Part Number(s)',
    spoken: 'Part numbers',
    fact: facts.part_numbers,
    handedOver: true,
    takesNull: true,
    hint: 'Several, separated by commas',
    max: 500,
    types: [...PICKUP, ...TRANSFER],
  },
  ship_via: { label: 'Ship Via', fact: facts.ship_via, takesNull: true, max: 40 },
  status: { label: 'Status', options: STATUS_LABELS },
  failure_reason: { label: 'Could not complete', max: 500, hasLines: true, nullable: true, merged: false },
  priority: { label: 'Priority', options: PRIORITY_LABELS, handedOver: true },
  need_by: { label: 'Need By', kind: 'instant', inputs: ['need_by_date', 'need_by_hour'] },
  deliver_after: {
    label: 'Deliver After',
    kind: 'instant',
    inputs: ['deliver_after_time', 'deliver_after_date'],
    types: DUE,
    handedOver: true,
  },
  deliver_by: {
    label: 'Deliver By',
    kind: 'instant',
    inputs: ['deliver_by_time', 'deliver_by_date'],
    types: DUE,
    handedOver: true,
  },
  driver_id: { label: 'Driver', kind: 'user' },
  account_id: {
    label: 'Deliver To',
    kind: 'account',
    inputs: ['destination_account_id', 'destination_name'],
    handedOver: true,
  },
  transfer_to_driver_id: { label: 'Transfer To Driver', kind: 'user', types: TRANSFER },
  transfer_destination_location: {
    label: 'Delivery Location Name',
    max: LIMITS.name,
    isName: true,
    nullable: true,
    inputs: ['transfer_destination_location', 'transfer_account_id'],
    types: TRANSFER,
  },
  transfer_destination_address: {
    label: 'Delivery Address',
    max: LIMITS.address,
    nullable: true,
    types: TRANSFER,
  },
  size: {
    label: 'Size',
    kind: 'count',
    max: 100_000,
    hint: 'In the units of the capacity of vehicles',
    handedOver: true,
  },
  service_minutes: {
    label: 'Minutes at the Stop',
    kind: 'count',
    max: 480,
    hint: 'Empty: as learned',
  },
  skills: {
    label: 'Skills Needed',
    kind: 'skills',
    hint: 'Separated by commas, for example lift gate, hazmat',
    handedOver: true,
  },
  notes: {
    label: 'Additional Notes',
    spoken: 'Notes',
    notice: 'Notes',
    max: LIMITS.notes,
    hasLines: true,
    takesNull: true,
    handedOver: true,
  },
  geo_precision: { label: 'Location on the map', nullable: true, merged: false },
  signature: { label: 'Signature', nullable: true, merged: false },
});

type Fields = typeof TASK_FIELDS;
export type FormKey = {
  [Key in keyof Fields]: Fields[Key] extends { merged: false } ? never : Key;
}[keyof Fields];

export const FORM_FIELDS = Object.fromEntries(
  Object.entries(TASK_FIELDS).filter(([, field]) => !('merged' in field)),
) as Pick<Fields, FormKey>;
