import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { KIND_LABELS } from '~/domain/intake/inbox/kinds';
import { listSources, updateSource } from '~/domain/intake/inbox/sources.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { EmptyState } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';

export const meta: MetaFunction = () => [{ title: 'Sources · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, updateSource.spec.may);
  const sources = await load(() => listSources({ actor }));
  return { sources: sources.map((source) => ({ ...source, way: KIND_LABELS[source.kind] })) };
}

export default function Sources() {
  const { sources } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      title="Sources"
      description="Other systems whose documents become orders"
      actions={
        <LinkButton variant="primary" size="form" to="/settings/sources/new">
          New Source
        </LinkButton>
      }
    >
      {sources.length > 0 ? (
        <Table
          columns={[
            'Name',
            'Way in',
            'Dealership',
            'Made as',
            'Last document',
            'Waiting',
            'Status',
            'Actions',
          ]}
        >
          {sources.map(({ id, name, way, dealership, makerName, lastAt, lastError, waiting, on }) => (
            <tr key={id} className={on ? undefined : css.former}>
              <td data-label="Name">
                <span>{name}</span>
              </td>
              <td data-label="Way in">
                <span className={css.whole}>{way}</span>
              </td>
              <td data-label="Dealership">
                <span>{dealership ?? '–'}</span>
              </td>
              <td data-label="Made as">
                <span>{makerName}</span>
              </td>
              <td data-label="Last document">
                <span>{lastAt === null ? '–' : <Time iso={lastAt} />}</span>
              </td>
              <td data-label="Waiting">
                <span>{waiting}</span>
              </td>
              <td data-label="Status">
                <span>
                  {on ? <Badge tone="completed">On</Badge> : <Badge tone="inactive">Off</Badge>} {lastError}
                </span>
              </td>
              <td data-label="Actions">
                <Link
                  to={`/settings/sources/${String(id)}`}
                  className={css.rowLink}
                  preventScrollReset
                  aria-label={`Open ${name}`}
                >
                  Open
                </Link>
              </td>
            </tr>
          ))}
        </Table>
      ) : (
        <EmptyState>No sources yet.</EmptyState>
      )}
    </SettingsPage>
  );
}
