import { Link } from '@remix-run/react';
import { Stack } from '~/ui/layout';
import * as css from './api.css';

type Props = { about: string[]; statuses: { status: string; means: string }[]; origin: string };

/** Explains rules that are the same for all calls. */
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
        Create a token under <Link to="/settings#tokens">Settings</Link>, then try it:
      </p>
      <Example label="Read tasks">{first}</Example>
      <Example label="Create a task">{second}</Example>
      <Example label="Read what has changed, page by page">{third}</Example>
      <p>
        Machine-readable version: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
      </p>
      <ul className={css.points}>
        <li>
          <strong>Pagination.</strong> With <code>limit</code>, a full page has a <code>Link</code> header
          with <code>rel=&quot;next&quot;</code>. Request that URL, and repeat until there is no such header.
        </li>
        <li>
          <strong>Retries.</strong> A write that is repeated with the same <code>Idempotency-Key</code> and
          body within 7 days takes effect once and gets the first response again.
        </li>
        <li>
          <strong>Concurrent changes.</strong> Send the <code>ETag</code> you received in{' '}
          <code>If-Match</code>: 412 means someone else has changed it since. Sent in{' '}
          <code>If-None-Match</code>, it saves you a response you already have (304).
        </li>
        <li>
          <strong>Rate limit.</strong> All tokens of a user share one limit: <code>RateLimit-Limit</code>{' '}
          calls per minute, <code>RateLimit-Remaining</code> of them left, reset in{' '}
          <code>RateLimit-Reset</code> seconds. After a 429, wait the number of seconds in{' '}
          <code>Retry-After</code>.
        </li>
      </ul>
      <details className={css.call}>
        <summary className={css.summary}>
          <h2>Status codes</h2>{' '}
          <span className={css.muted}>Every error is a Problem: JSON with one sentence</span>
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
