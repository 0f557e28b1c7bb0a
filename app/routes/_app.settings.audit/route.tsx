import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { auditPath, readAuditQuery } from '~/components/administration/admin-links';
import { SettingsPage } from '~/components/administration/settings-page';
import { ACT_LABELS, ACTS, describe, actorName } from '~/domain/platform/audit/acts';
import {
  type AdminEventLine,
  listAdminEvents,
  listAdministrators,
} from '~/domain/platform/audit/audit.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Button } from '~/ui/button';
import { ExportLink } from '~/ui/export-link';
import { SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { ListSteps } from '~/ui/list-steps';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';
import { EmptyState } from '~/ui/banner';

export const meta: MetaFunction = () => [{ title: 'Audit Log · Parts Dispatch' }];

const PER_PAGE = 25;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listAdminEvents.spec.may);
  const query = readAuditQuery(new URL(request.url).search);
  return load(async () => {
    const [found, people] = await Promise.all([
      listAdminEvents({ actor, input: { ...query, limit: PER_PAGE + 1 } }),
      listAdministrators({ actor }),
    ]);
    const events = found.slice(0, PER_PAGE);
    return { query, events, people, next: found.length > PER_PAGE ? events[PER_PAGE - 1]?.id : undefined };
  });
}

export default function AuditLog() {
  const { query, events, people, next } = useLoaderData<typeof loader>();
  const { actorId, act, before } = query;
  return (
    <SettingsPage title="Audit Log" description="What admins did, newest first">
      <Stack gap={3}>
        <Form key={JSON.stringify(query)} action="/settings/audit" preventScrollReset className={css.filter}>
          <SelectField
            label="Who"
            name="actorId"
            defaultValue={actorId ?? ''}
            none="Everyone"
            options={people.map(({ id, name, username }) => [id, name || username])}
          />
          <SelectField
            label="Action"
            name="act"
            defaultValue={act ?? ''}
            none="All actions"
            options={ACTS.map((each) => [each, ACT_LABELS[each]])}
          />
          <Button size="form">Apply</Button>
          {events.length > 0 && (
            <ExportLink size="form" to={auditPath({ actorId, act }, '/settings/audit.csv')} />
          )}
        </Form>
        {events.length > 0 ? (
          <EventTable events={events} />
        ) : (
          <EmptyState>
            {actorId || act || before ? 'No entries match these filters.' : 'Nothing has been recorded yet.'}
          </EmptyState>
        )}
        <Inline>
          <ListSteps
            newest={before !== undefined && auditPath({ actorId, act })}
            older={next !== undefined && auditPath({ actorId, act, before: next })}
          />
        </Inline>
      </Stack>
    </SettingsPage>
  );
}

function EventTable({ events }: { events: AdminEventLine[] }) {
  return (
    <Table columns={['When', 'Who', 'Action', 'Target', 'Changes']}>
      {events.map(({ id, act, actor, target, changes, createdAt }) => (
        <tr key={id}>
          <td data-label="When">
            <Time iso={createdAt} />
          </td>
          <td data-label="Who">{actorName({ act, actor })}</td>
          <td data-label="Action">{ACT_LABELS[act]}</td>
          <td data-label="Target">{target.name}</td>
          <td data-label="Changes">
            {describe(changes).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}
