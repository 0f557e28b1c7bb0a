import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import {
  getImport,
  latestImport,
  rejectedRows,
  startImport,
} from '~/domain/network/account-import/commands.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { accountsPath, overAccounts } from '~/components/accounts/accounts-links';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';
import { ChooseFile } from './choose-file';
import { FAILED, isOver, useJob } from './job';
import { Outcome, Progress, Result } from './result';

export const meta: MetaFunction = () => [{ title: 'Import Accounts from CSV · Parts Dispatch' }];

const SHOWN_ROWS = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, startImport.spec.may);
  const importId = Number(new URL(request.url).searchParams.get('result'));
  return load(async () => {
    const latest = await latestImport(actor);
    if (importId > 0) {
      const job = await getImport({ actor, importId });
      const rejected = job.rejected > 0 ? await rejectedRows(actor, job.id, SHOWN_ROWS) : [];
      return { job, rejected, latest };
    }
    // When the dialog is opened again, it shows the import under way.
    if (latest && !isOver(latest)) throw redirect(resultPath(latest.id, request));
    return { job: null, rejected: [], latest };
  });
}

function resultPath(id: number, request: Request): string {
  return overAccounts(`/accounts/import?result=${String(id)}`, new URL(request.url).search);
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    importCsv: button(startImport, ({ id }) => ({ redirectTo: resultPath(id, args.request), toast: null })),
  });

export const clientAction = keepDialogOnNetworkError(FAILED.description);

export default function ImportAccounts() {
  const { job: loaded, rejected, latest } = useLoaderData<typeof loader>();
  const job = useJob(loaded);
  const answer = useAnswer<Answered>();
  const closeTo = accountsPath(useLocation().search);
  return (
    <RouteDialog title="Import Accounts from CSV" closeTo={closeTo} size="large">
      <Outcome job={job} />
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

/** Replaces only the dialog. The accounts behind it stay. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo={accountsPath(useLocation().search)} />;
}
