/** Tables of fields, from which rules, forms, merges and activity are made. Safe in the browser. */
import { clockLabel, isClock } from './time';

/** The activity of a task or an account, as people read it. Safe in the browser. */

/** `label: before → after`. */
type ActivityLine = { label: string; before: string; after: string };

/** `occurredAt` is ISO 8601. */
export type ActivityItem = {
  id: number;
  by: string;
  what: string;
  occurredAt: string;
  lines: ActivityLine[];
};

/** Shown for an empty value. */
export const NOTHING = '–';

export type FieldFacts = {
  /** The name in forms and in the activity. */
  label: string;
  /** The name in sentences, if it is not the label in lowercase. */
  spoken?: string;
  hint?: string;
  placeholder?: string;
  /** `time`: a time of day on business clocks, such as 16:00. */
  type?: 'tel' | 'time';
  /**
   * Lengths in characters; for a count, `max` is the largest number. A text shorter than `min` must be empty.
   */
  min?: number;
  max?: number;
  required?: boolean;
  /** The value is a name: invisible characters are refused. */
  isName?: true;
  /** The value keeps its line breaks. */
  hasLines?: true;
  /** The allowed values, with their labels. */
  options?: Readonly<Record<string, string>>;
  /**
   * The value is no text: the id of a user or an account, an instant (ISO 8601), a count, or a list of
   * skills. Null if there is none.
   */
  kind?: 'user' | 'account' | 'instant' | 'count' | 'skills';
  /** A text that is null if there is none. */
  nullable?: true;
  /** A text that is empty if there is none; calls may send null for that as well. */
  takesNull?: true;
  /** The inputs of a form that make up the value, if it is not one input of the same name. */
  inputs?: readonly string[];
  /** The field is in no form: it is changed otherwise, and shown in the activity. */
  merged?: false;
};
export type Field = FieldFacts & { key: string };
export type FieldTable = Readonly<Record<string, Field>>;

/** The type of a field's value. */
export type ValueOf<Of> = Of extends { options: Readonly<Record<infer Option extends string, string>> }
  ? Option
  : Of extends { kind: 'skills' }
    ? string[]
    : Of extends { kind: 'user' | 'account' | 'count' }
      ? number | null
      : Of extends { kind: 'instant' } | { nullable: true }
        ? string | null
        : string;
type ValuesOf<Table> = { [Key in keyof Table]: ValueOf<Table[Key]> };

type BlanksOf<Table> = {
  [Key in keyof Table as Table[Key] extends { options: unknown } ? never : Key]: Table[Key] extends {
    kind: 'skills';
  }
    ? string[]
    : null extends ValueOf<Table[Key]>
      ? null
      : '';
};

type Keyed<Facts> = { readonly [Key in keyof Facts]: Facts[Key] & { readonly key: Key & string } };

export const fieldTable = <const Facts extends Record<string, FieldFacts>>(facts: Facts): Keyed<Facts> =>
  Object.fromEntries(Object.entries(facts).map(([key, each]) => [key, { ...each, key }])) as Keyed<Facts>;

export const keysOf = <Table extends FieldTable>(table: Table) =>
  Object.keys(table) as (keyof Table & string)[];

/** Returns the values of these keys only. */
export const pick = <Row extends object, Key extends keyof Row>(row: Row, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>;

/** Returns the values of these fields only. */
export const valuesOf = <Table extends FieldTable>(table: Table, row: ValuesOf<Table>) =>
  pick(row, keysOf(table));

/** Returns the row with the values of these fields that the change contains. */
export function withChanges<Row extends object>(table: FieldTable, row: Row, change: Partial<Row>): Row {
  const given = Object.entries(change).filter(([key, value]) => key in table && value !== undefined);
  return { ...row, ...Object.fromEntries(given) };
}

/**
 * Returns empty values: texts and lists are empty, all others null. Fields that always have one of their
 * options are left out.
 */
export const blankOf = <Table extends FieldTable>(table: Table) =>
  Object.fromEntries(
    Object.values(table)
      .filter(({ options }) => !options)
      .map(({ key, kind, nullable }) => [key, kind === 'skills' ? [] : kind || nullable ? null : '']),
  ) as BlanksOf<Table>;

/** The field's name at the beginning of a sentence. */
export const spokenName = ({ label, spoken }: FieldFacts) =>
  spoken ?? label.replace(/ \w+/g, (word) => word.toLowerCase());

/** Splits a text that was typed into one box at its commas. */
export const listIn = (typed: unknown): string[] =>
  [typed]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? each.split(',') : []))
    .map((each) => each.trim())
    .filter(Boolean);

/** A value as people read it. */
export function shownValue(
  { options, type }: Pick<FieldFacts, 'label' | 'options' | 'type'>,
  value: unknown,
): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (type === 'time' && isClock(text)) return clockLabel(text);
  return (options && Object.hasOwn(options, text) ? options[text] : text) || NOTHING;
}
