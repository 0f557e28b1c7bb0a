/** Two people changed one task: whose is what. Safe in the browser. */
import {
  mergeFields,
  settleChoices as settleChoicesOf,
  storedText,
  type FormInputs,
  type MergeField,
} from '~/domain/form-merge';

/** What a person sees as one field: its label, its inputs, and the stored columns behind it. */
export const MERGED_FIELDS = [
  { key: 'type', label: 'Type' },
  { key: 'location', label: 'Location Name' },
  { key: 'address', label: 'Address' },
  { key: 'invoice_number', label: 'Invoice Number(s)' },
  { key: 'part_numbers', label: 'Part Number(s)' },
  { key: 'status', label: 'Status' },
  { key: 'priority', label: 'Priority' },
  { key: 'need_by', label: 'Need By', inputs: ['need_by_date', 'need_by_hour'] },
  { key: 'driver_id', label: 'Driver' },
  {
    key: 'destination_account_id',
    label: 'Deliver To',
    inputs: ['destination_account_id', 'destination_name'],
  },
  { key: 'transfer_to_driver_id', label: 'Transfer To Driver' },
  { key: 'transfer_destination_location', label: 'Delivery Location Name' },
  { key: 'transfer_destination_address', label: 'Delivery Address' },
  { key: 'notes', label: 'Additional Notes' },
] as const satisfies MergeField[];

export type MergedField = (typeof MERGED_FIELDS)[number];
export type MergedKey = MergedField['key'];

/** @param base what the form was opened with. */
export const mergeForm = (base: FormInputs, mine: FormInputs, theirs: FormInputs) =>
  mergeFields<MergedField>(MERGED_FIELDS, { base, mine, theirs }, valueOf);

function valueOf({ key }: MergedField, inputs: FormInputs): string {
  if (key !== 'need_by') return storedText(inputs, key);
  const date = storedText(inputs, 'need_by_date');
  return date && `${date} ${String(Number(storedText(inputs, 'need_by_hour')))}`;
}

/** Does what was chosen: `theirs` replaces what stands in the field. */
export const settleChoices = (form: FormData) => {
  settleChoicesOf(form, MERGED_FIELDS);
};
