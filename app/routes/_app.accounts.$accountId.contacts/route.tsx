import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { accountsPath, AccountTrouble, contactsPath } from '~/components/accounts/accounts-links';
import { getAccount } from '~/domain/network/accounts/queries.server';
import { CHANNEL_LABELS, shownPhone } from '~/domain/network/accounts/contact-fields';
import { type Contact, listContacts } from '~/domain/network/accounts/contacts.server';
import { dateLabel } from '~/domain/kernel/time';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { end } from '~/ui/layout.css';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { EmptyState } from '~/ui/banner';

export const meta: MetaFunction = () => [{ title: 'Contacts · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listContacts.spec.may);
  const accountId = pathIdOr404(params.accountId);
  return load(async () => {
    const { id, name } = await getAccount({ actor, accountId });
    return { id, name, contacts: await listContacts({ actor, accountId }) };
  });
}

export default function Contacts() {
  const { id, name, contacts } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <RouteDialog
      title={`Contacts: ${name}`}
      description="People who can be told about deliveries to this account"
      closeTo={accountsPath(search)}
      size="wide"
    >
      <Stack gap={3}>
        <Inline className={end}>
          <LinkButton variant="primary" size="form" to={contactsPath(id, search, '/new')} preventScrollReset>
            New Contact
          </LinkButton>
        </Inline>
        {contacts.length > 0 ? (
          <Table columns={['Name', 'Email', 'Mobile Phone', 'News By', 'Agreed', 'Actions']}>
            {contacts.map((contact) => (
              <ContactRow
                key={contact.id}
                contact={contact}
                to={contactsPath(id, search, `/${String(contact.id)}`)}
              />
            ))}
          </Table>
        ) : (
          <EmptyState>No contacts yet.</EmptyState>
        )}
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = AccountTrouble;

function ContactRow({ contact, to }: { contact: Contact; to: string }) {
  const { name, email, phone, channels, consentOn, consentSource } = contact;
  return (
    <tr>
      <td data-label="Name">
        <span>{name}</span>
      </td>
      <td data-label="Email">
        <span>{email || '–'}</span>
      </td>
      <td data-label="Mobile Phone">
        <span>
          {phone === '' ? (
            '–'
          ) : (
            <a href={`tel:${phone}`} className={css.whole}>
              {shownPhone(phone)}
            </a>
          )}
        </span>
      </td>
      <td data-label="News By">
        <span>{channels.map((channel) => CHANNEL_LABELS[channel]).join(', ') || 'No news'}</span>
      </td>
      <td data-label="Agreed">
        <span>
          {consentOn ? dateLabel(consentOn) : '–'} <span className={css.note}>{consentSource}</span>
        </span>
      </td>
      <td data-label="Actions">
        <Link to={to} className={css.rowLink} preventScrollReset aria-label={`Edit ${name}`}>
          Edit
        </Link>
      </td>
    </tr>
  );
}
