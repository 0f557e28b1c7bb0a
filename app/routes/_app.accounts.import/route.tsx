import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { isOver } from '~/domain/accounts/import/job';
import { ImportForm } from '~/domain/accounts/import/schema';
import { getImport, latestImport, rejectedRows, startImport } from '~/domain/accounts/import/jobs.server';
import { readForm } from '~/http/form-body.server';
import { intent, submit } from '~/http/form.server';
import { load } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { accountsPath, overAccounts } from '~/parts/accounts/view';
import { DialogTrouble } from '~/parts/board/dialog-trouble';
import { inPlace } from '~/parts/offline/in-place';
import type { Answered } from '~/parts/offline/unreachable';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';
import { ChooseFile } from './choose-file';
import { FAILED, outcomeToast } from './outcome';
import { Progress } from './progress';
import { Result } from './result';
import { useJob } from './use-job';

export const meta: MetaFunction = () => [{ title: 'Import Accounts from CSV · Parts Dispatch' }];

const SHOWN_ROWS = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const asked = Number(new URL(request.url).searchParams.get('result'));
  return load(async () => {
    const latest = await latestImport(actor);
    if (asked > 0) {
      const job = await getImport(actor, asked);
      const rejected = job.rejected > 0 ? await rejectedRows(actor, job.id, SHOWN_ROWS) : [];
      return { job, rejected, latest };
    }
    // What is under way is shown to whoever opens this again, and stays when it is over.
    if (latest && !isOver(latest)) throw redirect(resultPath(latest.id, request));
    return { job: null, rejected: [], latest };
  });
}

function resultPath(id: number, request: Request): string {
  return overAccounts(`/accounts/import?result=${String(id)}`, new URL(request.url).search);
}

/** The file is no field: it can neither be checked with the others nor sent back. */
function takeFile(form: FormData): File | null {
  const file = form.get('file');
  form.delete('file');
  return file instanceof File ? file : null;
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const form = await readForm(request);
  const file = takeFile(form);
  const importCsv = intent(ImportForm, async ({ accountType }) => {
    const { name = '', type = '' } = file ?? {};
    const bytes = Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
    const job = await startImport(actor, { name, type, bytes, accountType });
    const redirectTo = resultPath(job.id, request);
    return isOver(job) ? { redirectTo, toast: outcomeToast(job) } : { redirectTo };
  });
  return submit(request, actor, { importCsv }, form);
}

export const clientAction = inPlace(FAILED.description);

export default function ImportAccounts() {
  const { job: loaded, rejected, latest } = useLoaderData<typeof loader>();
  const job = useJob(loaded);
  const answer = useAnswer<Answered>();
  const closeTo = accountsPath(useLocation().search);
  return (
    <RouteDialog title="Import Accounts from CSV" closeTo={closeTo} size="large">
      {job && !isOver(job) && <Progress job={job} closeTo={closeTo} />}
      {job && isOver(job) && <Result job={job} rejected={rejected} closeTo={closeTo} />}
      {!job && (
        <ChooseFile
          problem={answer?.problem?.error}
          chosenType={answer?.lastResult.initialValue?.accountType}
          latest={latest}
          closeTo={closeTo}
        />
      )}
    </RouteDialog>
  );
}

/** The accounts behind it stay as they are. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo={accountsPath(useLocation().search)} />;
}
