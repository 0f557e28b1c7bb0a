/** The form of a layout. */
import type { FieldDescription } from '~/forms/described-form';
import { MARKS } from './marks';

type Stored = { name: string } & Record<(typeof MARKS)[number][0], string[]>;

/** Longer than 20 texts of 100 characters. */
const LONGEST = 2_100;

export const layoutFields = (layout: Stored): FieldDescription[] => [
  { name: 'name', label: 'Name', maxLength: 200, required: true, value: layout.name },
  ...MARKS.map(([name, label]): FieldDescription => {
    return {
      kind: 'lines',
      name,
      label,
      hint: 'As printed, one text in each line',
      rows: 2,
      maxLength: LONGEST,
      value: layout[name].join('\n'),
    };
  }),
];

/** Returns the lines of a text, without empty ones. */
export const textsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value.split('\n') : []).map((each) => each.trim()).filter(Boolean);

/** Makes the input of the command from the fields of the form. */
export const marksOf = (fields: Record<string, unknown>): Record<string, unknown> => ({
  name: fields.name,
  ...Object.fromEntries(MARKS.map(([name]) => [name, textsIn(fields[name])])),
});
