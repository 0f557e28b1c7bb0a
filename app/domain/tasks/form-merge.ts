/** Two people changed one task: whose is what. Safe in the browser. */

/** The inputs of the form, as a browser sends them: text, empty for none. */
export type FormInputs = Partial<Record<string, string>>;

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
] as const satisfies { key: string; label: string; inputs?: readonly string[] }[];

export type MergedField = (typeof MERGED_FIELDS)[number];
export type MergedKey = MergedField['key'];

export const inputsOf = (field: MergedField): readonly string[] =>
  'inputs' in field ? field.inputs : [field.key];

export type Merge = {
  /** Both changed it, to different things. */
  contested: MergedField[];
  /** Only the other did. */
  taken: MergedField[];
  /** Mine, with theirs where only they changed something. */
  inputs: FormInputs;
};

/** @param base what the form was opened with. Fields that `mine` has no inputs for were not offered: theirs stay. */
export function mergeForm(base: FormInputs, mine: FormInputs, theirs: FormInputs): Merge {
  const merge: Merge = { contested: [], taken: [], inputs: { ...mine } };
  for (const field of MERGED_FIELDS) {
    const [before, my, their] = [base, mine, theirs].map((inputs) => valueOf(field, inputs));
    if (their === before || their === my) continue;
    if (my !== before && inputsOf(field).some((name) => name in mine)) {
      merge.contested.push(field);
      continue;
    }
    merge.taken.push(field);
    for (const name of inputsOf(field)) merge.inputs[name] = theirs[name] ?? '';
  }
  return merge;
}

/** As stored: without what a browser or a keyboard adds. */
function valueOf(field: MergedField, inputs: FormInputs): string {
  const text = (name: string) => (inputs[name] ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim();
  if (field.key !== 'need_by') return text(field.key);
  return text('need_by_date') && `${text('need_by_date')} ${String(Number(text('need_by_hour')))}`;
}

const CHOICE = 'merge_';
const THEIRS = 'theirs_';
/** Names of the inputs by which a person chooses, and by which the form remembers what there was to choose. */
export const choiceName = (key: MergedKey) => `${CHOICE}${key}`;
export const theirsName = (input: string) => `${THEIRS}${input}`;

/** Does what was chosen: `theirs` replaces what stands in the field. */
export function settleChoices(form: FormData): void {
  for (const field of MERGED_FIELDS) {
    const isTheirs = form.get(choiceName(field.key)) === 'theirs';
    for (const name of inputsOf(field)) {
      const theirs = form.get(theirsName(name));
      if (isTheirs && typeof theirs === 'string') form.set(name, theirs);
      form.delete(theirsName(name));
    }
    form.delete(choiceName(field.key));
  }
}
