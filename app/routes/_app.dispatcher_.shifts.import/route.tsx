import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLocation, useNavigation } from '@remix-run/react';
import { ShiftTrouble, shiftsPath } from '~/components/shifts/shifts-links';
import { toUtf8 } from '~/domain/network/account-import/file.server';
import { isCsvFile, NO_CSV_FILE } from '~/domain/network/account-import/format';
import { fieldRefusal } from '~/domain/kernel/errors';
import { importShifts } from '~/domain/network/shifts/import.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { RouteDialog } from '~/ui/dialog';
import { Field, FileInput } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { useAnswer } from '~/ui/use-answer';
import { CancelOr } from '~/ui/cancel-or';
import { untranslated } from '~/domain/kernel/sentence';

export const meta: MetaFunction = () => [{ title: 'Import Shifts from CSV · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, importShifts.spec.may);
  return null;
}

async function csvOf({ file }: Record<string, unknown>) {
  if (!(file instanceof File) || !isCsvFile(file))
    throw fieldRefusal('file', untranslated('noCsvFile', NO_CSV_FILE));
  return { csvData: toUtf8(Buffer.from(await file.arrayBuffer())).toString() };
}

export const action = (args: ActionFunctionArgs) =>
  submit<Imported>(args, {
    importShifts: button(
      importShifts,
      (done) => {
        const shown: { shown: Imported } = { shown: done };
        if (done.rejected.length > 0) return shown;
        return {
          redirectTo: shiftsPath(new URL(args.request.url).search),
          toast: { title: 'Shifts imported', description: summaryOf(done) },
        };
      },
      { compose: csvOf },
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to import the shifts');

type Imported = { imported: number; skipped: number; rejected: { line: number; error: string }[] };

const summaryOf = ({ imported, skipped, rejected }: Imported) =>
  [
    `${String(imported)} imported`,
    skipped > 0 && `${String(skipped)} were there already`,
    rejected.length > 0 && `${String(rejected.length)} rejected`,
  ]
    .filter(Boolean)
    .join(', ');

export default function ImportShifts() {
  const closeTo = shiftsPath(useLocation().search);
  const answer = useAnswer<Answered | { shown: Imported }>();
  const pending = useNavigation().formData?.get('intent') === 'importShifts';
  const done = answer && 'shown' in answer ? answer.shown : null;
  const refused = answer && 'problem' in answer ? answer : null;
  useFailureToast(refused?.problem ?? null);
  const wrong = refused?.lastResult.error?.file ?? (refused?.problem ? [refused.problem.error] : undefined);
  return (
    <RouteDialog title="Import Shifts from CSV" closeTo={closeTo} size="large">
      <Stack gap={4}>
        {done && (
          <Banner tone="error" title={summaryOf(done)}>
            Mend these rows and import the file again: what is there already is passed over.
          </Banner>
        )}
        {done && (
          <Table columns={['Line', 'Reason']}>
            {done.rejected.slice(0, 50).map(({ line, error }) => (
              <tr key={line}>
                <td data-label="Line">{line}</td>
                <td data-label="Reason">{error}</td>
              </tr>
            ))}
          </Table>
        )}
        <p>
          A row for each driver and day, with the columns <b>Driver</b> (username or name), <b>Date</b>,{' '}
          <b>Start</b> and <b>End</b>; optional <b>Break</b> in minutes, <b>Break From</b>, <b>Start Place</b>{' '}
          and <b>End Place</b>. A row replaces the shift of that day.
        </p>
        <Form method="post" encType="multipart/form-data" preventScrollReset>
          <Stack gap={4}>
            <Field label="CSV file" name="file" hint="Up to 2,000 rows." errors={wrong}>
              {(control) => <FileInput {...control} accept=".csv,text/csv" data-autofocus />}
            </Field>
            <CancelOr
              cancelTo={closeTo}
              cancel={done ? 'Close' : 'Cancel'}
              size="form"
              variant="primary"
              value="importShifts"
              pending={pending && 'Importing...'}
            >
              Import
            </CancelOr>
          </Stack>
        </Form>
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = ShiftTrouble;
