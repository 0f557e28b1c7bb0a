import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { AccountTrouble, contactsPath } from '~/components/accounts/accounts-links';
import { ContactFields } from '~/components/contacts/contact-fields';
import { getAccount } from '~/domain/network/accounts/queries.server';
import { addContact } from '~/domain/network/accounts/contacts.server';
import { newFormKey } from '~/forms/answers.server';
import { BeginsAnew } from '~/forms/draft-notice';
import { FormDialog, useKeptForm } from '~/forms/form-dialog';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { useSent } from '~/forms/typed';
import { button, submit } from '~/forms/submit.server';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { loadOne } from '~/http/page.server';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New Contact · Parts Dispatch' }];

export const loader = (args: LoaderFunctionArgs) =>
  loadOne(args, getAccount, ({ id }) => ({ id, formKey: newFormKey() }), addContact.spec.may);

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    addContact: button(addContact, ({ accountId }) => ({
      redirectTo: contactsPath(accountId, new URL(args.request.url).search),
      toast: { title: 'Contact created' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to create contact');

export default function NewContact() {
  return <BeginsAnew>{(again) => <NewContactDialog again={again} />}</BeginsAnew>;
}

function NewContactDialog({ again }: { again: () => void }) {
  const { id, formKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const kept = useKeptForm(answer, again);
  return (
    <FormDialog
      title="New Contact"
      closeTo={contactsPath(id, useLocation().search)}
      refusal={formRefusal(answer)}
      size="form"
      intent="addContact"
      submit="Create Contact"
      submitting="Creating..."
      kept={kept}
    >
      <input type="hidden" name="_key" value={formKey} />
      <ContactFields sent={useSent(answer, 'addContact')} />
    </FormDialog>
  );
}

export const ErrorBoundary = AccountTrouble;
