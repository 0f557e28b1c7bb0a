import type { SubmissionResult } from '@conform-to/react';
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

type Row = Partial<Record<(typeof COLUMNS)[number]['name'], string>>;

/** Besides those that are there at first. */
const EMPTY_ROWS = 3;

type Props = { names: string[]; lastResult: SubmissionResult | undefined };

/** As many as are there, and some more; a row without text counts for nothing. */
export function DealershipRows({ names, lastResult }: Props) {
  const sent = lastResult?.initialValue?.dealerships as unknown as (Row | undefined)[] | undefined;
  const count = Math.max(names.length + EMPTY_ROWS, sent?.length ?? 0);
  return (
    <Stack gap={2}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css.row} role="group" aria-label={`Dealership ${String(index + 1)}`}>
          {COLUMNS.map(({ name, label, maxLength }) => {
            const field = `dealerships[${String(index)}].${name}`;
            const errors = lastResult?.error?.[field];
            const stored = name === 'name' ? names[index] : undefined;
            return (
              <label key={name}>
                <span className={css.label}>{label}</span>
                <Input
                  name={field}
                  maxLength={maxLength}
                  autoComplete="off"
                  defaultValue={lastResult ? sent?.[index]?.[name] : stored}
                  aria-invalid={errors ? true : undefined}
                  aria-describedby={errors ? `${field}-error` : undefined}
                />
                <Errors id={`${field}-error`} errors={errors} />
              </label>
            );
          })}
        </div>
      ))}
    </Stack>
  );
}
