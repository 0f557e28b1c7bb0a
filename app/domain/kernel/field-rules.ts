/** Makes schemas from a table of fields. */
import * as z from 'zod/v4';
import {
  instant,
  known,
  longText,
  moment,
  nameText,
  optionalId,
  requiredLongText,
  requiredName,
  requiredText,
  skillsRule,
  text,
} from './schema';
import { blankOf, type Field, type FieldTable, spokenName, type ValueOf } from './field-table';
import { isClock } from './time';
import { message } from '~/domain/kernel/sentence';

type Rule<Value> = z.ZodType<Value, Value>;
type RulesOf<Table> = { [Key in keyof Table]: Rule<ValueOf<Table[Key]>> };

/** @param label the name in messages, where readers know the field by another one. */
export function textRule(field: Field, label = spokenName(field)): Rule<string> {
  const { max = Infinity, min = 0, required, isName, hasLines, type } = field;
  const several = hasLines ? ([longText, requiredLongText] as const) : ([text, requiredText] as const);
  const [plain, filled] = isName ? [nameText, requiredName] : several;
  const rule = required ? filled(max, label) : plain(max, label);
  if (type === 'time')
    return rule.refine(
      (value) => value === '' || isClock(value),
      `${spokenName(field)} must be a time such as 16:00`,
    );
  return rule.refine(
    (value) => value === '' || value.length >= min,
    message('tooShort', { label: spokenName(field), least: min }),
  );
}

function countRule(field: Field) {
  const { max = Infinity } = field;
  const refusal = `${spokenName(field)} must be a whole number from 0 to ${max.toLocaleString('en-US')}`;
  return z.int(refusal).min(0, refusal).max(max, refusal).nullable();
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** One of these values. A missing one is refused in other words than a wrong one. */
export const choice = <const Value extends string>(values: readonly Value[], label: string) =>
  z.enum(values, {
    error: ({ input }) =>
      input === undefined || input === null || input === ''
        ? `${label} is required`
        : `${label} must be ${either.format(values)}`,
  });

function ruleOf(field: Field): z.ZodType {
  const { options, kind, nullable, takesNull } = field;
  if (options) return choice(Object.keys(options), spokenName(field));
  if (kind === 'instant') {
    const empty = z.literal('').transform(() => null);
    const refusal = `${spokenName(field)} must be a date and time with a time zone, or null`;
    return z.union([z.null(), empty, instant], refusal);
  }
  if (kind === 'count') return countRule(field);
  if (kind === 'skills') return skillsRule;
  if (kind) return optionalId;
  if (nullable) return textRule(field).nullable();
  if (takesNull)
    return textRule(field)
      .nullable()
      .transform((value) => value ?? '');
  return textRule(field);
}

const mapped = (table: FieldTable, map: (field: Field) => z.ZodType) =>
  Object.fromEntries(Object.entries(table).map(([key, field]) => [key, map(field)])) as unknown;

export const rulesOf = <Table extends FieldTable>(table: Table) => mapped(table, ruleOf) as RulesOf<Table>;

/** Rules for a new row. A field that is not required may be left out, and is then empty. */
export function rulesForNew<Table extends FieldTable>(table: Table) {
  const blank: Record<string, '' | null | string[] | undefined> = blankOf<FieldTable>(table);
  return mapped(table, (field) =>
    field.required || field.options ? ruleOf(field) : ruleOf(field).default(blank[field.key]),
  ) as RulesOf<Table>;
}

type ChangesOf<Rules> = {
  [Key in keyof Rules]: Rules[Key] extends z.ZodType ? z.ZodOptional<Rules[Key]> : never;
};

/** Rules for a change, which may contain only some of the fields. */
export const rulesForChange = <Table extends FieldTable>(table: Table) =>
  mapped(table, (field) => ruleOf(field).optional()) as ChangesOf<RulesOf<Table>>;

const ANSWERS = { user: known, account: known, instant: moment, count: z.int() };

/** The schema of the fields in answers of the API. */
export const answersOf = <Table extends FieldTable>(table: Table) =>
  mapped(table, ({ options, kind, nullable }) => {
    if (options) return z.enum(Object.keys(options));
    if (kind === 'skills') return z.array(z.string());
    const value = kind ? ANSWERS[kind] : z.string();
    return kind || nullable ? value.nullable() : value;
  }) as RulesOf<Table>;
