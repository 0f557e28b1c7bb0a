import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { publicOrigin } from '~/http/origin.server';
import { requireActor } from '~/http/session.server';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Stack } from '~/ui/layout';
import * as css from './api.css';
import { CallText, FieldTable } from './call-text';
import { Manners } from './manners';
import { apiDocsOf } from './api-docs.server';

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
