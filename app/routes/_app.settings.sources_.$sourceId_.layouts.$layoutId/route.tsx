/** One layout: what it reads, the words that change what a document is, and what it makes of the last documents. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, Outlet, useLoaderData } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { FIELD_LABELS } from '~/components/inbox/field-labels';
import { documentPath } from '~/components/inbox/inbox-links';
import { layoutFields, marksOf } from '~/components/inbox/layout-fields.server';
import { getLayout, tryLayout, updateLayout } from '~/domain/intake/inbox/layouts.server';
import { requireSource } from '~/domain/intake/inbox/sources.server';
import type { FieldName } from '~/domain/intake/layouts/fields';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { EmptyState } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Layout · Parts Dispatch' }];

const sourcePath = (sourceId: number) => `/settings/sources/${String(sourceId)}`;
const layoutPath = (sourceId: number, id: number) => `${sourcePath(sourceId)}/layouts/${String(id)}`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, updateLayout.spec.may);
  const layoutId = pathIdOr404(params.layoutId);
  const isTried = new URL(request.url).searchParams.has('try');
  return load(async () => {
    const layout = await getLayout({ actor, layoutId });
    const [source, tried] = await Promise.all([
      requireSource(layout.sourceId),
      isTried ? tryLayout({ actor, layoutId }) : null,
    ]);
    const { id, sourceId, name } = layout;
    const found = Object.entries(FIELD_LABELS).flatMap(([field, label]) => {
      const place = layout.fields[field as FieldName];
      return place === undefined ? [] : [{ label, place }];
    });
    return {
      layout: { id, sourceId, name },
      source: source.name,
      fields: layoutFields(layout),
      places: layout.lines === null ? found : [...found, { label: 'Part lines', place: layout.lines }],
      tried,
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveLayout: button(
      updateLayout,
      ({ id, sourceId, name }) => ({
        redirectTo: layoutPath(sourceId, id),
        toast: { title: `${name} saved` },
      }),
      { compose: marksOf },
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save the layout');

export default function OneLayout() {
  const { layout, source, fields, places, tried } = useLoaderData<typeof loader>();
  const { id, sourceId, name } = layout;
  const answer = useAnswer<Answered>();
  return (
    <>
      <SettingsPage
        title={name}
        back={{ to: sourcePath(sourceId), label: source }}
        actions={
          <>
            <LinkButton size="form" to="?try=1" preventScrollReset>
              Test on the last 50 documents
            </LinkButton>
            <LinkButton
              size="form"
              variant="danger"
              to={`${layoutPath(sourceId, id)}/delete`}
              preventScrollReset
            >
              Delete
            </LinkButton>
          </>
        }
      >
        <Stack gap={4}>
          {tried && <Tried tried={tried} />}
          <section aria-labelledby="reads">
            <Stack gap={2}>
              <h2 id="reads">What it reads</h2>
              {places.length > 0 ? (
                <Table columns={['Value', 'Where it is']}>
                  {places.map(({ label, place }) => (
                    <tr key={label}>
                      <td data-label="Value">
                        <span>{label}</span>
                      </td>
                      <td data-label="Where it is">
                        <span>{place}</span>
                      </td>
                    </tr>
                  ))}
                </Table>
              ) : (
                <p>Nothing: documents like this are ignored.</p>
              )}
              <p>To reteach, delete this layout, then teach a waiting document.</p>
            </Stack>
          </section>
          <DescribedForm
            key={id}
            form={{ intent: 'saveLayout', submit: 'Save', fields }}
            answer={answer}
            cancelTo={sourcePath(sourceId)}
          />
        </Stack>
      </SettingsPage>
      <Outlet />
    </>
  );
}

type TriedDocument = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['tried']>[number];

const SHOWN = ['reference', 'customer', 'name'] as const;
const COLUMNS = ['Document', ...SHOWN.map((name) => FIELD_LABELS[name]), 'Result'];

function Tried({ tried }: { tried: TriedDocument[] }) {
  const fitting = tried.filter(({ fits }) => fits);
  const sure = fitting.filter((each) => each.sure).length;
  return (
    <section aria-labelledby="tried">
      <Stack gap={2}>
        <h2 id="tried">
          {sure} of {fitting.length} documents are sure
        </h2>
        {fitting.length < tried.length && (
          <p>
            {tried.length - fitting.length} of the last {tried.length} documents have another layout.
          </p>
        )}
        {fitting.length > 0 ? (
          <Table columns={COLUMNS}>
            {fitting.map((document) => (
              <tr key={document.id}>
                <td data-label="Document">
                  <Link to={documentPath(document.id)}>{document.id}</Link>
                </td>
                {SHOWN.map((name) => (
                  <td key={name} data-label={FIELD_LABELS[name]}>
                    <span>{document.reads[name] ?? '–'}</span>
                  </td>
                ))}
                <td data-label="Result">
                  <span>
                    <Result document={document} />
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        ) : (
          <EmptyState>No document of the last 50 has this layout.</EmptyState>
        )}
      </Stack>
    </section>
  );
}

function Result({ document: { sure, reason, kind, differs } }: { document: TriedDocument }) {
  if (!sure) return <>{reason ?? 'Not sure'}</>;
  return (
    <>
      <Badge tone="completed">{kind === 'ignored' ? 'Ignored' : kind === 'void' ? 'Void' : 'Sure'}</Badge>
      {differs.length > 0 && ` Made otherwise: ${differs.join(', ')}`}
    </>
  );
}
