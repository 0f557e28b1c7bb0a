import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
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
import type { ImportJob, Rejected } from '~/domain/network/accounts/schema';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { end } from '~/ui/layout.css';
import { useJobPolling } from '~/ui/use-job-polling';
import { accounts, ChooseFile, FAILED } from './choose-file';
import * as css from './import.css';

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

const number = (value: number) => value.toLocaleString('en-US');

function Progress({ job, closeTo }: { job: ImportJob; closeTo: string }) {
  const { fileName, state, linesDone, lineCount } = job;
  const { search } = useLocation();
  const hydrated = useHydrated();
  return (
    <Stack gap={4}>
      <p role="status">
        {state === 'waiting' ? 'Waiting to import ' : 'Importing '}
        <strong className={css.fileName}>{fileName}</strong>
      </p>
      <Stack gap={1}>
        <progress className={css.bar} value={linesDone} max={lineCount} aria-label="Lines read" />
        <span className={css.note}>
          {number(linesDone)} of {number(lineCount)} lines
        </span>
      </Stack>
      <p className={css.note}>
        You can close this dialog or leave the page: the import keeps running, and the result will be here.
        Accounts appear when all rows have been read.
      </p>
      <Inline className={end}>
        <LinkButton to={closeTo} preventScrollReset>
          Close
        </LinkButton>
        {!hydrated && (
          <LinkButton
            to={overAccounts(`/accounts/import?result=${String(job.id)}`, search)}
            variant="primary"
          >
            Show progress
          </LinkButton>
        )}
      </Inline>
    </Stack>
  );
}

type Props = { job: ImportJob; rejected: Rejected[]; closeTo: string };

/** The element exists before the end of the import, so that screen readers announce the end. */
function Outcome({ job }: { job: ImportJob | null }) {
  return (
    <div aria-live="polite" className={css.outcome}>
      {job && isOver(job) && <OutcomeBanner job={job} />}
    </div>
  );
}

function OutcomeBanner({ job }: { job: ImportJob }) {
  const failed = job.state === 'failed';
  const { title, description } = outcomeOf(job);
  return (
    <Banner tone={failed ? 'error' : 'success'} title={`${title}.`}>
      <span>{description}</span>
      {failed && '. Nothing was imported.'}
    </Banner>
  );
}

function Result({ job, rejected, closeTo }: Props) {
  const { search } = useLocation();
  const failed = job.state === 'failed';
  return (
    <Stack gap={4}>
      {!failed && <Counts job={job} />}
      {job.rejected > 0 && <RejectedRows job={job} rejected={rejected} />}
      <Inline className={end}>
        <LinkButton to={overAccounts('/accounts/import', search)} preventScrollReset>
          {failed ? 'Try another file' : 'Import another file'}
        </LinkButton>
        <LinkButton to={closeTo} variant="primary" preventScrollReset data-autofocus>
          Close
        </LinkButton>
      </Inline>
    </Stack>
  );
}

function Counts({ job: { fileName, imported, skipped, rejected } }: { job: ImportJob }) {
  const counts: [label: string, count: number][] = [
    ['Imported', imported],
    ['Already existed', skipped],
    ['Rejected', rejected],
  ];
  return (
    <Stack gap={2}>
      <p>
        From <strong className={css.fileName}>{fileName}</strong>
      </p>
      <dl className={css.counts}>
        {counts.map(([label, count]) => (
          <div key={label} className={css.count}>
            <dt>{label}</dt>
            <dd className={css.figure}>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}

/** The first rejected rows by line. A file has all of them. */
function RejectedRows({ job, rejected }: { job: ImportJob; rejected: Rejected[] }) {
  const rest = job.rejected - rejected.length;
  return (
    <Stack gap={2}>
      <Inline spread>
        <h3>Rejected rows</h3>
        <a href={`/api/accounts/imports/${String(job.id)}/rejected.csv`} download>
          Download rejected rows
        </a>
      </Inline>
      <table className={css.table}>
        <caption className={css.note}>Fix them in the downloaded file, then import that file.</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {rejected.map(({ line, error }) => (
            <tr key={line}>
              <td className={css.line}>{line}</td>
              <td>{error}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={css.note}>And {rest.toLocaleString('en-US')} more in the file.</p>}
    </Stack>
  );
}

const isOver = ({ state }: Pick<ImportJob, 'state'>) => state === 'done' || state === 'failed';

function outcomeOf({ state, imported, error }: Pick<ImportJob, 'state' | 'imported' | 'error'>) {
  if (state === 'failed') return { ...FAILED, description: error ?? FAILED.description };
  return { title: 'Import completed', description: `Successfully imported ${accounts(imported)}` };
}

const useJob = (loaded: ImportJob | null) =>
  useJobPolling({ loaded, pathOf: ({ id }) => `/api/accounts/imports/${String(id)}`, isOver });
