import { Form, useNavigation } from '@remix-run/react';
import type { Preview } from '~/modules/move-in/schema';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Select } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';

type Option = readonly [value: string, label: string];
type Props = {
  preview: Preview;
  offered: Option[];
  columns: { name: string; field: string }[];
  fields: readonly Option[];
  rowCount: number;
};

const number = (value: number) => value.toLocaleString('en-US');

/** The results of the first rows, questions about names, and the button that imports. */
export function Look({ preview, offered, columns, fields, rowCount }: Props) {
  const { missing, questions, looked, fresh, known, samples, problems } = preview;
  const pending = useNavigation().formData?.get('intent') === 'start';
  if (missing.length > 0)
    return (
      <Banner tone="error">Choose the column for {missing.join(', ')}, then press Save and preview.</Banner>
    );
  const bad = looked - fresh - known;
  return (
    <Stack gap={4}>
      {questions.length > 0 && <Questions questions={questions} offered={offered} />}
      <Stack gap={2}>
        <h2>What the rows become</h2>
        <p role="status">
          First {number(looked)} of {number(rowCount)} rows: {number(fresh)} to import, {number(known)} there
          already, {number(bad)} with a problem.
        </p>
        {samples.length > 0 && <Samples samples={samples} columns={columns} fields={fields} />}
        {problems.length > 0 && <Problems problems={problems} />}
      </Stack>
      <Form method="post" preventScrollReset>
        <Stack gap={2}>
          <p>
            Rows with a problem are passed over and listed afterwards; you can fix them in a file and import
            that. Rows that are there already are not made again.
          </p>
          <Inline>
            <Button
              size="form"
              variant="primary"
              name="intent"
              value="start"
              pending={pending && 'Starting...'}
            >
              Import {number(rowCount)} Rows
            </Button>
          </Inline>
        </Stack>
      </Form>
    </Stack>
  );
}

type QuestionProps = Pick<Preview, 'questions'> & { offered: Option[] };

function Questions({ questions, offered }: QuestionProps) {
  const pending = useNavigation().formData?.get('intent') === 'answerNames';
  return (
    <Form method="post" preventScrollReset>
      <Stack gap={2}>
        <h2>Names that are not known</h2>
        <p>Say whom or what each means. The answers are remembered for the next file like this.</p>
        <Table columns={['In the file', 'This is']}>
          {questions.map(({ name, meant }) => (
            <tr key={name}>
              <td data-label="In the file">
                <strong>{name}</strong>
                <input type="hidden" name="asked" value={name} />
              </td>
              <td data-label="This is">
                <Select name="meant" aria-label={`${name} is`} key={meant} defaultValue={meant}>
                  <option value="">Not answered</option>
                  {offered.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              </td>
            </tr>
          ))}
        </Table>
        <Inline>
          <Button size="form" name="intent" value="answerNames" pending={pending && 'Saving...'}>
            Save Answers
          </Button>
        </Inline>
      </Stack>
    </Form>
  );
}

type SampleProps = Pick<Preview, 'samples'> & Pick<Props, 'columns' | 'fields'>;

/** The values of rows that will be imported, beside what their columns are. */
function Samples({ samples, columns, fields }: SampleProps) {
  const labels = new Map(fields);
  const shown = columns.flatMap(({ field }, index) =>
    field === '' ? [] : [{ index, label: labels.get(field) ?? field }],
  );
  return (
    <Stack gap={1}>
      <h3>Rows to import</h3>
      <Table columns={['Field', ...samples.map(({ line }) => `Line ${String(line)}`)]}>
        {shown.map(({ index, label }) => (
          <tr key={index}>
            <td data-label="Field">
              <strong>{label}</strong>
            </td>
            {samples.map(({ line, cells }) => (
              <td key={line} data-label={`Line ${String(line)}`}>
                <span>{cells[index]}</span>
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Stack>
  );
}

export function Problems({ problems }: Pick<Preview, 'problems'>) {
  return (
    <Stack gap={1}>
      <h3>Rows with a problem</h3>
      <Table columns={['Line', 'Problem']}>
        {problems.map(({ line, error }) => (
          <tr key={line}>
            <td data-label="Line">
              <span>{line}</span>
            </td>
            <td data-label="Problem">
              <span>{error}</span>
            </td>
          </tr>
        ))}
      </Table>
    </Stack>
  );
}
