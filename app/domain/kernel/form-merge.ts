/** Merges a form with the changes that others made since it was opened. Safe in the browser. */

/** The inputs of a form, as a browser sends them: text, empty for none. */
export type FormInputs = Partial<Record<string, string>>;

/** One field for a person: its label, and its inputs where they are not called like its key. */
export type MergeField = {
  key: string;
  label: string;
  inputs?: readonly string[];
  options?: Readonly<Record<string, string>>;
};

const inputsOf = (field: MergeField): readonly string[] => field.inputs ?? [field.key];

type Merge<Field extends MergeField = MergeField> = {
  /** Both changed it, to different things. */
  contested: Field[];
  /** Only the other did. */
  taken: Field[];
  /** Mine, with theirs where only they changed something. */
  inputs: FormInputs;
};

/** As stored: without what a browser or a keyboard adds. */
const storedText = (inputs: FormInputs, name: string) =>
  (inputs[name] ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim();

/** Of several inputs, that of the field's name decides; without one, all of them, and none without the first. */
function valueOf(field: MergeField, inputs: FormInputs): string {
  const names = inputsOf(field);
  if (names.includes(field.key)) return storedText(inputs, field.key);
  const [first = '', ...others] = names.map((name) => storedText(inputs, name));
  return first && [first, ...others].join(' ');
}

type Versions = {
  /** The values that the form was opened with. */
  base: FormInputs;
  mine: FormInputs;
  theirs: FormInputs;
};

/** Fields that `mine` has no inputs for were not offered: theirs stay. */
export function mergeFields<Field extends MergeField>(
  fields: readonly Field[],
  { base, mine, theirs }: Versions,
): Merge<Field> {
  const merge: Merge<Field> = { contested: [], taken: [], inputs: { ...mine } };
  for (const field of fields) {
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

/** Another person's change of one field, as people read it. `at` is ISO 8601. */
type Theirs<Key extends string> = { key: Key; label: string; by: string; at: string; theirs: string };

/** Lets a person choose between theirs and mine. */
export type Conflict<Key extends string = string> = {
  /** The version that is stored now; what is saved next is compared with it. */
  version: number;
  contested: (Theirs<Key> & { mine: string; inputs: { name: string; value: string }[] })[];
  /** Changed by the other alone: in the form already. */
  taken: (Theirs<Key> & { before: string })[];
};

/** One change: the person, and each field as [before, after]. */
type Change = { by: string; occurredAt: string; changes: Record<string, [unknown, unknown]> };

/** The row as it was before these changes. */
const rowBefore = <Row extends object>(row: Row, changes: Change[]): Row =>
  Object.assign(
    { ...row },
    ...[...changes]
      .reverse()
      .map((change) =>
        Object.fromEntries(Object.entries(change.changes).map(([field, [before]]) => [field, before])),
      ),
  ) as Row;

/** The row as it is stored now, and the changes that made it so: the details of the error `stale`. */
export type Stale<Row> = { current: Row & { version: number }; changes: Change[] };

type Reading<Row, Field> = {
  /** The inputs that a form for this row has. */
  inputsOf: (row: Row) => FormInputs;
  /** A value as people read it. @param row has it, when it is stored. */
  show: (field: Field, inputs: FormInputs, row?: Row) => string;
  /** The time of a change that is told nowhere. */
  otherwise?: string;
};

export type Merged = { conflict: Conflict; inputs: FormInputs };

/** A form whose row was changed since it was opened: with what only they changed, and with what a person is asked about. */
export function mergeStale<Row extends object, Field extends MergeField>(
  fields: readonly Field[],
  mine: FormInputs,
  { current, changes }: Stale<Row>,
  { inputsOf: inputsIn, show, otherwise = '' }: Reading<Row, Field>,
): Merged {
  const former = rowBefore<Row>(current, changes);
  const [base, theirs] = [inputsIn(former), inputsIn(current)];
  const { contested, taken, inputs } = mergeFields(fields, { base, mine, theirs });
  const summaryOf = (field: Field) => {
    const last = changes.filter((change) => field.key in change.changes).at(-1);
    const { by = 'Someone', occurredAt = otherwise } = last ?? {};
    return { key: field.key, label: field.label, by, at: occurredAt, theirs: show(field, theirs, current) };
  };
  const conflict = {
    version: current.version,
    contested: contested.map((field) => ({
      ...summaryOf(field),
      mine: show(field, mine),
      inputs: inputsOf(field).map((name) => ({ name, value: theirs[name] ?? '' })),
    })),
    taken: taken.map((field) => ({ ...summaryOf(field), before: show(field, base, former) })),
  };
  return { conflict, inputs };
}

const CHOICE = 'merge_';
const THEIRS = 'theirs_';
/** Names of the inputs by which a person chooses, and by which the form remembers what there was to choose. */
export const choiceName = (key: string) => `${CHOICE}${key}`;
export const theirsName = (input: string) => `${THEIRS}${input}`;

/** Settles what was chosen: `theirs` replaces the content of the field. */
export function settleChoices(form: FormData, fields: readonly MergeField[]): void {
  for (const field of fields) {
    const isTheirs = form.get(choiceName(field.key)) === 'theirs';
    for (const name of inputsOf(field)) {
      const theirs = form.get(theirsName(name));
      if (isTheirs && typeof theirs === 'string') form.set(name, theirs);
      form.delete(theirsName(name));
    }
    form.delete(choiceName(field.key));
  }
}
