import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useState } from 'react';
import { AccountTrouble, contactsPath } from '~/components/accounts/accounts-links';
import { ContactFields } from '~/components/contacts/contact-fields';
import { getContact, updateContact } from '~/domain/network/accounts/contacts.server';
import { BeginsAnew } from '~/forms/draft-notice';
import { FormDialog, useKeptForm } from '~/forms/form-dialog';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { useSent } from '~/forms/typed';
import { button, submit } from '~/forms/submit.server';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { loadOne } from '~/http/page.server';
import { LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Edit Contact · Parts Dispatch' }];

export const loader = (args: LoaderFunctionArgs) =>
  loadOne(args, getContact, (contact) => ({ contact }), updateContact.spec.may);

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveContact: button(updateContact, ({ accountId }) => ({
      redirectTo: contactsPath(accountId, new URL(args.request.url).search),
      toast: { title: 'Contact saved' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save contact');

export default function EditContact() {
  const { id } = useLoaderData<typeof loader>().contact;
  return <BeginsAnew key={id}>{(again) => <EditContactDialog again={again} />}</BeginsAnew>;
}

function EditContactDialog({ again }: { again: () => void }) {
  const { contact } = useLoaderData<typeof loader>();
  // The form keeps the contact that it was opened with, so that a later change by others counts as a conflict.
  const [stored] = useState(contact);
  const { accountId, id } = stored;
  const answer = useAnswer<Answered>();
  const kept = useKeptForm(answer, again);
  const { search } = useLocation();
  return (
    <FormDialog
      title="Edit Contact"
      closeTo={contactsPath(accountId, search)}
      refusal={formRefusal(answer)}
      size="form"
      intent="saveContact"
      submit="Save"
      submitting="Saving..."
      kept={kept}
    >
      <ContactFields
        stored={stored}
        sent={useSent(answer, 'saveContact')}
        {...(!answer && { version: kept.draft.version })}
      />
      <Inline>
        <LinkButton
          size="form"
          variant="danger"
          to={contactsPath(accountId, search, `/${String(id)}/delete`)}
          preventScrollReset
        >
          Delete
        </LinkButton>
      </Inline>
    </FormDialog>
  );
}

export const ErrorBoundary = AccountTrouble;
