import { Errors, Input } from '~/ui/field';
import { Stack } from '~/ui/layout';
import * as css from './setup.css';

const COLUMNS = [
  { name: 'name', label: 'Dealership', maxLength: 100 },
  { name: 'address', label: 'Street address', maxLength: 500 },
  { name: 'city', label: 'City', maxLength: 200 },
  { name: 'state', label: 'State', maxLength: 2 },
  { name: 'zipCode', label: 'ZIP', maxLength: 20 },
] as const;

type Column = (typeof COLUMNS)[number]['name'];
export type Row = Partial<Record<Column, string>>;

/** All rows have fields with the same names, because names of form fields are plain words. */
const fieldOf = (column: Column) => `dealership-${column}`;

export const isOfRow = (field: string) => COLUMNS.some(({ name }) => fieldOf(name) === field);

/** All rows of a form, including empty ones. */
export function rowsOf(form: FormData): Row[] {
  const columns = COLUMNS.map(({ name }) => [name, form.getAll(fieldOf(name))] as const);
  const count = Math.max(...columns.map(([, values]) => values.length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      columns.flatMap(([name, values]) => (typeof values[index] === 'string' ? [[name, values[index]]] : [])),
    ),
  );
}

/** The number of empty rows after those with text. */
const EMPTY_ROWS = 3;

type Props = { rows: Row[]; errors: Record<string, string[] | undefined> };

export function DealershipRows({ rows, errors }: Props) {
  const filled = Math.max(
    0,
    ...rows.map((row, index) => (Object.values(row).some((text) => text !== '') ? index + 1 : 0)),
  );
  return (
    <Stack gap={2}>
      {Array.from({ length: filled + EMPTY_ROWS }, (_, index) => (
        <div key={index} className={css.row} role="group" aria-label={`Dealership ${String(index + 1)}`}>
          {COLUMNS.map(({ name, label, maxLength }) => {
            const wrong = errors[`dealerships.${String(index)}.${name}`];
            const id = `dealership-${String(index)}-${name}-error`;
            return (
              <label key={name}>
                <span className={css.label}>{label}</span>
                <Input
                  name={fieldOf(name)}
                  maxLength={maxLength}
                  autoComplete="off"
                  defaultValue={rows[index]?.[name]}
                  aria-invalid={wrong ? true : undefined}
                  aria-describedby={wrong ? id : undefined}
                />
                <Errors id={id} errors={wrong} />
              </label>
            );
          })}
        </div>
      ))}
    </Stack>
  );
}
