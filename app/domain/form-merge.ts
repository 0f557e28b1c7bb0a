/** Two people changed the same thing in a form: whose is what. Safe in the browser. */

/** The inputs of a form, as a browser sends them: text, empty for none. */
export type FormInputs = Partial<Record<string, string>>;

/** What a person sees as one field: its label, and its inputs, where it has another one than its key. */
export type MergeField = { key: string; label: string; inputs?: readonly string[] };

export const inputsOf = (field: MergeField): readonly string[] => field.inputs ?? [field.key];

type Merge<Field extends MergeField = MergeField> = {
  /** Both changed it, to different things. */
  contested: Field[];
  /** Only the other did. */
  taken: Field[];
  /** Mine, with theirs where only they changed something. */
  inputs: FormInputs;
};

/** As stored: without what a browser or a keyboard adds. */
export const storedText = (inputs: FormInputs, name: string) =>
  (inputs[name] ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim();

type Versions = {
  /** What the form was opened with. */
  base: FormInputs;
  mine: FormInputs;
  theirs: FormInputs;
};

/** Fields that `mine` has no inputs for were not offered: theirs stay. */
export function mergeFields<Field extends MergeField>(
  fields: readonly Field[],
  { base, mine, theirs }: Versions,
  valueOf: (field: Field, inputs: FormInputs) => string = ({ key }, inputs) => storedText(inputs, key),
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

/** What another person did to one field, as people read it. `at` is ISO 8601. */
type Theirs<Key extends string> = { key: Key; label: string; by: string; at: string; theirs: string };

/** What a form needs to let a person choose between theirs and mine. */
export type Conflict<Key extends string = string> = {
  /** The version that is stored now; what is saved next is compared with it. */
  version: number;
  contested: (Theirs<Key> & { mine: string; inputs: { name: string; value: string }[] })[];
  /** Changed by the other alone: in the form already. */
  taken: (Theirs<Key> & { before: string })[];
};

const CHOICE = 'merge_';
const THEIRS = 'theirs_';
/** Names of the inputs by which a person chooses, and by which the form remembers what there was to choose. */
export const choiceName = (key: string) => `${CHOICE}${key}`;
export const theirsName = (input: string) => `${THEIRS}${input}`;

/** Does what was chosen: `theirs` replaces what stands in the field. */
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
