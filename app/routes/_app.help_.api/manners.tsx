import { Link } from '@remix-run/react';
import { Stack } from '~/ui/layout';
import * as css from './api.css';

type Props = { about: string[]; statuses: { status: string; means: string }[]; origin: string };

/** What is the same for every call. */
export function Manners({ about, statuses, origin }: Props) {
  const first = `curl -H "Authorization: Bearer $TOKEN" ${origin}/api/tasks`;
  const second = `curl -X POST -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: order-4711" \\
  -d '{"type":"pickup","location":"Prairie Parts Supply","part_numbers":"A-100"}' \\
  ${origin}/api/tasks`;
  const third = `curl -i -H "Authorization: Bearer $TOKEN" \\
  "${origin}/api/tasks?updated_since=2026-03-09T00:00:00Z&limit=100"`;
  return (
    <Stack gap={3} className={css.reading}>
      {about.map((line) => (
        <p key={line}>
          {line.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
        </p>
      ))}
      <p>
        Make a token under <Link to="/settings#tokens">Settings</Link>, and try it:
      </p>
      <Example label="Reading tasks">{first}</Example>
      <Example label="Making a task">{second}</Example>
      <Example label="What has changed, page by page">{third}</Example>
      <p>
        The same for programs: <a href="/api/openapi.json">/api/openapi.json</a>, OpenAPI 3.1.
      </p>
      <ul className={css.points}>
        <li>
          <strong>Pages.</strong> With <code>limit</code>, a full page has a header <code>Link</code> with{' '}
          <code>rel=&quot;next&quot;</code>. Ask for that address until there is none.
        </li>
        <li>
          <strong>Repeating.</strong> A write with the same <code>Idempotency-Key</code> and body within 7
          days is done once, and answered as the first time.
        </li>
        <li>
          <strong>Overwriting nobody.</strong> Send the <code>ETag</code> that you have back in{' '}
          <code>If-Match</code>: 412 means that somebody was quicker. In <code>If-None-Match</code> it spares
          an answer that you know.
        </li>
        <li>
          <strong>How often.</strong> The tokens of one user share their calls: <code>RateLimit-Limit</code>{' '}
          in a minute, <code>RateLimit-Remaining</code> of them left, all again in{' '}
          <code>RateLimit-Reset</code> seconds. After 429 wait for as many seconds as <code>Retry-After</code>{' '}
          says.
        </li>
      </ul>
      <details className={css.call}>
        <summary className={css.summary}>
          <h2>Statuses</h2> <span className={css.muted}>Every error is a Problem: a sentence in JSON</span>
        </summary>
        <dl className={css.statuses}>
          {statuses.map(({ status, means }) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Stack>
  );
}

function Example({ label, children }: { label: string; children: string }) {
  return (
    <figure aria-label={label}>
      <figcaption className={css.muted}>{label}</figcaption>
      <pre className={css.code}>{children}</pre>
    </figure>
  );
}
