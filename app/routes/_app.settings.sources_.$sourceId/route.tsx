/** One source, or a new one under the address `new`. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { sourceFields } from '~/components/inbox/source-fields.server';
import { listLayouts } from '~/domain/intake/inbox/layouts.server';
import { createSource, requireSource, updateSource } from '~/domain/intake/inbox/sources.server';
import type { StoredLayout } from '~/domain/intake/inbox/schema';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Source · Parts Dispatch' }];

const LIST = '/settings/sources';

const isNew = (sourceId: string | undefined) => sourceId === 'new';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, updateSource.spec.may);
  if (isNew(params.sourceId))
    return load(async () => ({
      source: null,
      layouts: [],
      fields: await sourceFields(actor, { name: '', makerId: actor.id, on: true }),
    }));
  const sourceId = pathIdOr404(params.sourceId);
  return load(async () => {
    const source = await requireSource(sourceId);
    const [layouts, fields] = await Promise.all([
      listLayouts({ actor, sourceId }),
      sourceFields(actor, source),
    ]);
    return { source, layouts, fields };
  });
}

export const action = (args: ActionFunctionArgs) => {
  const saved = ({ name }: { name: string }) => ({ redirectTo: LIST, toast: { title: `${name} saved` } });
  return submit(args, {
    saveSource: isNew(args.params.sourceId) ? button(createSource, saved) : button(updateSource, saved),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to save the source');

export default function OneSource() {
  const { source, layouts, fields } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <SettingsPage
      title={source?.name ?? 'New Source'}
      back={{ to: LIST, label: 'Sources' }}
      shape={source ? 'card' : 'form'}
    >
      <Stack gap={4}>
        <DescribedForm
          key={source?.id ?? 0}
          form={{ intent: 'saveSource', submit: source ? 'Save' : 'Create Source', fields }}
          answer={answer}
          cancelTo={LIST}
          hasFocus={source === null}
        />
        {source && <Layouts layouts={layouts} />}
      </Stack>
    </SettingsPage>
  );
}

function Layouts({ layouts }: { layouts: StoredLayout[] }) {
  return (
    <section aria-labelledby="layouts">
      <Stack gap={2}>
        <h2 id="layouts">Layouts</h2>
        {layouts.length > 0 ? (
          <Table columns={['Name', 'Taught', 'Actions']}>
            {layouts.map(({ id, sourceId, name, createdAt }) => (
              <tr key={id}>
                <td data-label="Name">
                  <span>{name}</span>
                </td>
                <td data-label="Taught">
                  <span>
                    <Time iso={createdAt} />
                  </span>
                </td>
                <td data-label="Actions">
                  <Link
                    to={`${LIST}/${String(sourceId)}/layouts/${String(id)}`}
                    className={css.rowLink}
                    aria-label={`Open ${name}`}
                  >
                    Open
                  </Link>
                </td>
              </tr>
            ))}
          </Table>
        ) : (
          <p>No layout was taught yet. Dispatchers teach them in the Inbox.</p>
        )}
      </Stack>
    </section>
  );
}
