import { useForm } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import { createAccount } from '~/domain/network/accounts/commands.server';
import type { CreateAccount } from '~/domain/network/accounts/schema';
import { button, submit } from '~/forms/submit.server';
import { draftValues, restoredFields, newFormKey } from '~/forms/answers.server';
import { requirePage } from '~/http/session.server';
import { AccountFields, StreetFields } from '~/components/accounts/fields';
import { fieldOf } from '~/forms/text-field';
import { accountsPath } from '~/components/accounts/accounts-links';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { BeginsAnew, DraftNotice } from '~/forms/draft-notice';
import { useKeptInput } from '~/forms/use-kept-input';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { CancelOr } from '~/ui/button';

export const meta: MetaFunction = () => [{ title: 'Add New Account · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, createAccount.spec.may);
  const values = { accountType: 'dealership', ...draftValues(await restoredFields(request, actor)) };
  return { values, formKey: newFormKey() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    create: button(createAccount, () => ({
      redirectTo: accountsPath(new URL(args.request.url).search),
      toast: { title: 'Account created' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to create account');

export default function NewAccount() {
  return <BeginsAnew>{(again) => <NewAccountDialog again={again} />}</BeginsAnew>;
}

function NewAccountDialog({ again }: { again: () => void }) {
  const { values, formKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const pending = useNavigation().state === 'submitting';
  const closeTo = accountsPath(useLocation().search);
  const [key] = useState(formKey);
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<CreateAccount>({
    id: 'new-account',
    lastResult: answer?.lastResult,
    defaultValue: values,
  });
  useFailureToast(answer?.problem ?? null);
  const draft = useKeptInput(element, { isAnswered: answer !== undefined, again });
  const field = (name: keyof typeof fields) => fieldOf('account', fields[name]);
  return (
    <RouteDialog title="Add New Account" closeTo={closeTo}>
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate ref={element} preventScrollReset>
        <input type="hidden" name="_key" value={key} />
        <Stack gap={3}>
          <DraftNotice draft={draft} />
          {form.errors && (
            <Banner tone="error" title="Error">
              {form.errors.join(' ')}
            </Banner>
          )}
          <AccountFields
            name={field('name')}
            accountType={field('accountType')}
            phone={field('phone')}
            deliverBy={field('deliverBy')}
            isFirst
          />
          <StreetFields
            address={field('address')}
            city={field('city')}
            state={field('state')}
            zipCode={field('zipCode')}
          />
          <CancelOr
            cancelTo={closeTo}
            onCancel={draft.forget}
            variant="primary"
            value="create"
            pending={pending && 'Creating...'}
          >
            Create Account
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

export function ErrorBoundary() {
  return <DialogTrouble closeTo={accountsPath(useLocation().search)} />;
}
