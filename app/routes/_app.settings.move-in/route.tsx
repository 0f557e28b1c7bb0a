/** Takes a file from another program. Its columns are named on the next page. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { KIND_LABELS } from '~/modules/move-in/fields';
import { kindsOf, listMoveIns, uploadTable } from '~/modules/move-in/commands.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { typedText, useSent } from '~/forms/typed';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Field, FileInput, SelectField, Textarea } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Move In · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, uploadTable.spec.may);
  const files = await load(() => listMoveIns({ actor }));
  return {
    kinds: kindsOf(actor).map((kind) => [kind, KIND_LABELS[kind]] as const),
    files: files.map(({ id, kind, fileName, state, made, known, rejected, createdAt }) => ({
      id,
      fileName,
      createdAt,
      kind: KIND_LABELS[kind],
      said: state === 'open' ? 'Not imported' : SAID[state](made, known, rejected),
    })),
  };
}

const SAID = {
  running: () => 'Is being imported',
  failed: () => 'Failed',
  done: (made: number, known: number, rejected: number) =>
    `${number(made)} imported, ${number(known)} there already, ${number(rejected)} rejected`,
};
const number = (value: number) => value.toLocaleString('en-US');

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    upload: button(uploadTable, ({ id }) => ({
      redirectTo: `/settings/move-in/${String(id)}`,
      toast: null,
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to read the file');

export default function MoveIn() {
  const { kinds, files } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'upload');
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  const refusal = formRefusal(answer);
  const isPending = useNavigation().formData?.get('intent') === 'upload';
  useFailureToast(answer?.problem ?? null);
  return (
    <SettingsPage title="Move In" description="Bring in users, accounts, tasks, and shifts" shape="form">
      <Stack gap={4}>
        <Form method="post" encType="multipart/form-data" preventScrollReset>
          <Stack gap={3}>
            {refusal && <Banner tone="error">{refusal}</Banner>}
            <SelectField
              name="kind"
              label="What’s in the file?"
              options={kinds}
              defaultValue={typedText(sent, 'kind')}
            />
            <Field
              name="file"
              label="File"
              hint="CSV, Excel (.xlsx) or OpenDocument (.ods) with a header row, up to 10 MB and 20,000 rows"
              errors={errors.file}
            >
              {(control) => (
                <FileInput
                  {...control}
                  accept=".csv,.tsv,.txt,.xlsx,.ods,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet"
                />
              )}
            </Field>
            <Field
              name="pasted"
              label="Or paste cells"
              hint="Copied from a spreadsheet, with the header row"
              errors={errors.pasted}
            >
              {(control) => (
                <Textarea {...control} rows={4} spellCheck={false} defaultValue={typedText(sent, 'pasted')} />
              )}
            </Field>
            <Inline>
              <Button
                size="form"
                variant="primary"
                name="intent"
                value="upload"
                pending={isPending && 'Reading...'}
              >
                Continue
              </Button>
            </Inline>
          </Stack>
        </Form>
        {files.length > 0 && <Files files={files} />}
      </Stack>
    </SettingsPage>
  );
}

type File = { id: number; fileName: string; createdAt: string; kind: string; said: string };

function Files({ files }: { files: File[] }) {
  return (
    <Stack gap={2}>
      <h2>Your files</h2>
      <Table columns={['File', 'Rows', 'Uploaded', 'State']}>
        {files.map(({ id, fileName, createdAt, kind, said }) => (
          <tr key={id}>
            <td data-label="File">
              <Link to={`/settings/move-in/${String(id)}`} preventScrollReset>
                {fileName}
              </Link>
            </td>
            <td data-label="Rows">
              <span>{kind}</span>
            </td>
            <td data-label="Uploaded">
              <span>
                <Time iso={createdAt} />
              </span>
            </td>
            <td data-label="State">
              <span>{said}</span>
            </td>
          </tr>
        ))}
      </Table>
    </Stack>
  );
}
