/** Merges a form with the changes that others made since it was opened. Safe in the browser. */

/** The inputs of a form, as a browser sends them: text, empty for none. */
export type FormInputs = Partial<Record<string, string>>;

/** One field as a person sees it: its label, and its inputs if their names differ from its key. */
export type MergeField = {
  key: string;
  label: string;
  inputs?: readonly string[];
  options?: Readonly<Record<string, string>>;
};

const inputsOf = (field: MergeField): readonly string[] => field.inputs ?? [field.key];

type Merge<Field extends MergeField = MergeField> = {
  /** Both changed it, to different values. */
  contested: Field[];
  /** Only the other person changed it. */
  taken: Field[];
  /** My inputs, with theirs where only they made a change. */
  inputs: FormInputs;
};

/** Returns the text as it is stored, without differences that browsers and keyboards add. */
const storedText = (inputs: FormInputs, name: string) =>
  (inputs[name] ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim();

/**
 * Takes the input that has the field's name. Without one, joins all inputs, or returns nothing when the first
 * is empty.
 */
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

/** Fields without inputs in `mine` were not in the form: theirs stay. */
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

/** A person chooses for each of these fields between theirs and mine. */
export type Conflict<Key extends string = string> = {
  /** The version that is stored now. The next save is compared with it. */
  version: number;
  contested: (Theirs<Key> & { mine: string; inputs: { name: string; value: string }[] })[];
  /** Changed only by the other person: their value is in the form already. */
  taken: (Theirs<Key> & { before: string })[];
};

/** One change: the person, and each field as [before, after]. */
type Change = { by: string; occurredAt: string; changes: Record<string, [unknown, unknown]> };

const rowBefore = <Row extends object>(row: Row, changes: Change[]): Row =>
  Object.assign(
    { ...row },
    ...[...changes]
      .reverse()
      .map((change) =>
        Object.fromEntries(Object.entries(change.changes).map(([field, [before]]) => [field, before])),
      ),
  ) as Row;

/** The row as it is stored now, and the changes since: the details of the error `stale`. */
export type Stale<Row> = { current: Row & { version: number }; changes: Change[] };

type Reading<Row, Field> = {
  /** Returns the inputs of a form for this row. */
  inputsOf: (row: Row) => FormInputs;
  /** Words a value for people. @param row the row that has the value, if it is stored. */
  show: (field: Field, inputs: FormInputs, row?: Row) => string;
  /** The time of changes that are not recorded. */
  otherwise?: string;
};

export type Merged = { conflict: Conflict; inputs: FormInputs };

/**
 * Merges a form whose row was changed since it was opened. Fields that only others changed take their values;
 * for fields that both changed, the person chooses.
 */
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
/** Names of the inputs for a choice, and of those by which the form remembers their values. */
export const choiceName = (key: string) => `${CHOICE}${key}`;
export const theirsName = (input: string) => `${THEIRS}${input}`;

/** Settles the choices: `theirs` replaces the content of the field. */
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
