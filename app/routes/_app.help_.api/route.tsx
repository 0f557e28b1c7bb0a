import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { publicOrigin } from '~/http/origin.server';
import { requireActor } from '~/http/session.server';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Stack } from '~/ui/layout';
import * as css from './api.css';
import { apiDocsOf, type CallLine, type FieldLine } from './api-docs.server';

export const meta: MetaFunction = () => [{ title: 'API · Parts Dispatch' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireActor(request);
  return { ...apiDocsOf(context.describeApi()), origin: publicOrigin(request, context) };
}

const slug = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-');

export default function Api() {
  const { about, sections, shapes, statuses, origin } = useLoaderData<typeof loader>();
  return (
    <div className={css.page}>
      <Card title="API" level={1} actions={<LinkButton to="/help">User Guides</LinkButton>}>
        <Stack gap={4}>
          <Manners about={about} statuses={statuses} origin={origin} />
          <nav aria-label="Calls by subject" className={css.contents}>
            {sections.map(({ name }) => (
              <a key={name} href={`#${slug(name)}`}>
                {name}
              </a>
            ))}
            <a href="#shapes">Shapes</a>
          </nav>
          {sections.map(({ name, calls }) => (
            <section key={name} id={slug(name)} aria-labelledby={`${slug(name)}-title`}>
              <h2 id={`${slug(name)}-title`} className={css.heading}>
                {name}
              </h2>
              {calls.map((call) => (
                <CallText key={call.id} call={call} shapes={shapes.map((shape) => shape.name)} />
              ))}
            </section>
          ))}
          <section id="shapes" aria-labelledby="shapes-title">
            <h2 id="shapes-title" className={css.heading}>
              Shapes
            </h2>
            {shapes.map(({ name, about: text, fields }) => (
              <details key={name} id={`shape-${name}`} className={css.call}>
                <summary className={css.summary}>
                  <h3>{name}</h3> {text && <span className={css.muted}>{text}</span>}
                </summary>
                <div className={css.body}>
                  <FieldTable title={`Fields of ${name}`} fields={fields} isAnswer />
                </div>
              </details>
            ))}
          </section>
        </Stack>
      </Card>
    </div>
  );
}

function CallText({ call, shapes }: { call: CallLine; shapes: string[] }) {
  const { id, method, path, summary, about, who, parameters, body, answer, refusals } = call;
  const shape = shapes.find((name) => answer.type === name || answer.type === `list of ${name}`);
  return (
    <details id={id} className={css.call}>
      <summary className={css.summary}>
        <h3 className={css.name}>
          <span className={css.method}>{method}</span> <code>{path}</code>
        </h3>
        <span className={css.muted}>{summary}</span>
      </summary>
      <div className={css.body}>
        {about && <p>{about}</p>}
        <p className={css.muted}>{who}.</p>
        {parameters.length > 0 && <FieldTable title="Path, query, and headers" fields={parameters} />}
        {body.length > 0 && <FieldTable title="Request body" fields={body} />}
        <p>
          Returns <strong>{answer.status}</strong> with{' '}
          {shape ? <a href={`#shape-${shape}`}>{answer.type}</a> : answer.type}. Errors: {refusals.join(', ')}
          .
        </p>
        {answer.fields.length > 0 && <FieldTable title="Response" fields={answer.fields} isAnswer />}
      </div>
    </details>
  );
}

/** @param isAnswer true for fields of an answer: a field that is not required may be missing. */
function FieldTable({ title, fields, isAnswer }: { title: string; fields: FieldLine[]; isAnswer?: boolean }) {
  return (
    <table className={css.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, about }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {!isAnswer && required && <span className={css.muted}> required</span>}
            </td>
            <td>
              {type}
              {about && <span className={css.muted}> · {about}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Props = { about: string[]; statuses: { status: string; means: string }[]; origin: string };

/** Explains rules that are the same for all calls. */
function Manners({ about, statuses, origin }: Props) {
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
        Create a token under <Link to="/settings/tokens">Settings</Link>, then try it:
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
          body within 7 days takes effect once and gets the first response again. A refusal is repeated too;
          to try again later, use a new key.
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
