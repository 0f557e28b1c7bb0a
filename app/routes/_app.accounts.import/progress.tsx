import { useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { ImportJob } from '~/domain/accounts/answers';
import { overAccounts } from '~/components/accounts/view';
import { LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import * as css from './import.css';

const number = (value: number) => value.toLocaleString('en-US');

export function Progress({ job, closeTo }: { job: ImportJob; closeTo: string }) {
  const { fileName, state, linesDone, lineCount } = job;
  const { search } = useLocation();
  const hydrated = useHydrated();
  return (
    <Stack gap={4}>
      <p role="status">
        {state === 'waiting' ? 'Waiting to begin with ' : 'Importing '}
        <strong className={css.fileName}>{fileName}</strong>
      </p>
      <Stack gap={1}>
        <progress className={css.bar} value={linesDone} max={lineCount} aria-label="Lines read" />
        <span className={css.note}>
          {number(linesDone)} of {number(lineCount)} lines
        </span>
      </Stack>
      <p className={css.note}>
        The import goes on when you close this, or the whole page. The result will be here. Accounts appear
        when all rows are read.
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
            Show how far it is
          </LinkButton>
        )}
      </Inline>
    </Stack>
  );
}
