import type { ImportJob, Rejected } from '~/domain/accounts/answers';
import { Inline, Stack } from '~/ui/layout';
import * as css from './import.css';

/** The first of them by line; all of them in a file. */
export function RejectedRows({ job, rejected }: { job: ImportJob; rejected: Rejected[] }) {
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
        <caption className={css.note}>Mend them in the downloaded file and import that file.</caption>
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
