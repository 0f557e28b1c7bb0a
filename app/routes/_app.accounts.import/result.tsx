import { useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { overAccounts } from '~/components/accounts/accounts-links';
import type { ImportJob, Rejected } from '~/domain/network/accounts/schema';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import * as css from './import.css';
import { isOver, outcomeOf } from './job';

const number = (value: number) => value.toLocaleString('en-US');

export function Progress({ job, closeTo }: { job: ImportJob; closeTo: string }) {
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
      <Inline>
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
export function Outcome({ job }: { job: ImportJob | null }) {
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

export function Result({ job, rejected, closeTo }: Props) {
  const { search } = useLocation();
  const failed = job.state === 'failed';
  return (
    <Stack gap={4}>
      {!failed && <Counts job={job} />}
      {job.rejected > 0 && <RejectedRows job={job} rejected={rejected} />}
      <Inline>
        <LinkButton to={closeTo} variant="primary" preventScrollReset data-autofocus>
          Close
        </LinkButton>
        <LinkButton to={overAccounts('/accounts/import', search)} preventScrollReset>
          {failed ? 'Try another file' : 'Import another file'}
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
