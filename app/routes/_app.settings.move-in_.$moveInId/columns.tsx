import { Form, useNavigation } from '@remix-run/react';
import type { MoveIn } from '~/modules/move-in/schema';
import { Button } from '~/ui/button';
import { Errors, InputField, Select, SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';

type Option = readonly [value: string, label: string];
type Props = {
  columns: { name: string; values: string[]; field: string }[];
  fields: readonly Option[];
  otherwise: { label: string; options: Option[] } | null;
  hasDates: boolean;
  hasMoments: boolean;
  chosen: Pick<MoveIn, 'dates' | 'day' | 'otherwise' | 'numbers' | 'names'>;
  errors: { columns: string[]; day: string[] };
};

const DATES: Option[] = [
  ['month', 'Month first: 11/27/2026'],
  ['day', 'Day first: 27/11/2026'],
];

const NUMBERS: Option[] = [
  ['order', 'Get the order number'],
  ['line', 'Get the line of the file, such as “Line 2”'],
];
const NAMES: Option[] = [['address', 'Get the address']];

/** The columns with their first values, each with a list of what it can be. */
export function Columns({ columns, fields, otherwise, hasDates, hasMoments, chosen, errors }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'chooseColumns';
  return (
    <Form method="post" preventScrollReset>
      <Stack gap={3}>
        <h2>Columns</h2>
        <Table columns={['Column', 'First values', 'This is']}>
          {columns.map(({ name, values, field }, index) => (
            <tr key={index}>
              <td data-label="Column">
                <strong>{name}</strong>
              </td>
              <td data-label="First values">
                <span>{values.join(' · ') || '–'}</span>
              </td>
              <td data-label="This is">
                <Select name="columns" aria-label={`${name} is`} key={field} defaultValue={field}>
                  {fields.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              </td>
            </tr>
          ))}
        </Table>
        <Errors id="columns-error" errors={errors.columns} />
        {otherwise && (
          <SelectField
            name="otherwise"
            label={otherwise.label}
            options={otherwise.options}
            defaultValue={chosen.otherwise}
          />
        )}
        {hasDates && (
          <SelectField
            name="dates"
            label="Dates that can be read in two ways"
            none="Ask at the row"
            options={DATES}
            defaultValue={chosen.dates ?? ''}
          />
        )}
        {hasMoments && (
          <>
            <SelectField
              name="numbers"
              label="Rows without an invoice or part number"
              none="Are a problem"
              options={NUMBERS}
              key={`numbers ${chosen.numbers ?? ''}`}
              defaultValue={chosen.numbers ?? ''}
            />
            <SelectField
              name="names"
              label="Rows without a location name"
              none="Are a problem"
              options={NAMES}
              key={`names ${chosen.names ?? ''}`}
              defaultValue={chosen.names ?? ''}
            />
          </>
        )}
        {hasMoments && (
          <InputField
            name="day"
            type="date"
            label="Day of times without a date"
            defaultValue={chosen.day ?? ''}
            errors={errors.day}
          />
        )}
        <Inline>
          <Button size="form" name="intent" value="chooseColumns" pending={pending && 'Looking...'}>
            Save and preview
          </Button>
        </Inline>
      </Stack>
    </Form>
  );
}
