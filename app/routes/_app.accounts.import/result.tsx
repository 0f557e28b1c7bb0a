import { useLocation } from '@remix-run/react';
import type { ImportJob, Rejected } from '~/domain/accounts/answers';
import { overAccounts } from '~/components/accounts/view';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import * as css from './import.css';
import { outcomeToast } from './outcome';
import { RejectedRows } from './rejected-rows';

type Props = { job: ImportJob; rejected: Rejected[]; closeTo: string };

export function Result({ job, rejected, closeTo }: Props) {
  const { search } = useLocation();
  const failed = job.state === 'failed';
  const { title, description } = outcomeToast(job);
  return (
    <Stack gap={4}>
      <Banner tone={failed ? 'error' : 'success'} title={title}>
        {description}
        {failed && '. Nothing was imported.'}
      </Banner>
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
    ['There already', skipped],
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
