import { useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { MoveIn } from '~/modules/move-in/schema';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { useJobPolling } from '~/ui/use-job-polling';
import { Problems } from './preview';

const number = (value: number) => value.toLocaleString('en-US');

type File = Pick<MoveIn, 'id' | 'state' | 'rowCount' | 'made' | 'known' | 'rejected' | 'error'>;
const isOver = ({ state }: Pick<File, 'state'>) => state === 'done' || state === 'failed';

/** The progress of an import. It can be left, and is found here again. */
export function Progress({ loaded }: { loaded: File }) {
  const file = useJobPolling<File>({
    loaded,
    pathOf: ({ id }) => `/api/move-ins/${String(id)}`,
    isOver,
  });
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  if (!file || isOver(file)) return null;
  const done = file.made + file.known + file.rejected;
  return (
    <Stack gap={3}>
      <p role="status">Importing.</p>
      <progress value={done} max={Math.max(1, file.rowCount)} aria-label="Rows done" />
      <p>
        {number(done)} of {number(file.rowCount)} rows. You can leave this page: the import goes on, and its
        result will be here.
      </p>
      {!hydrated && (
        <Inline>
          <LinkButton to={pathname} size="form">
            Show Progress
          </LinkButton>
        </Inline>
      )}
    </Stack>
  );
}

type ResultProps = { file: File; rejected: { line: number; error: string }[] };

export function Result({ file, rejected }: ResultProps) {
  if (!isOver(file)) return null;
  const rest = file.rejected - rejected.length;
  return (
    <Stack gap={3}>
      <Banner tone={file.state === 'failed' ? 'error' : 'success'}>
        {file.error ? `${file.error}. ` : ''}
        {number(file.made)} imported, {number(file.known)} there already, {number(file.rejected)} rejected.
      </Banner>
      {rejected.length > 0 && (
        <>
          <p>
            <a href={`/api/move-ins/${String(file.id)}/rejected.csv`} download>
              Download rejected rows
            </a>
            , fix them there, and import that file.
          </p>
          <Problems problems={rejected} />
          {rest > 0 && <p>And {number(rest)} more in the file.</p>}
        </>
      )}
    </Stack>
  );
}
