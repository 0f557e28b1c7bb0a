import { useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import type { ACCOUNT_FIELDS } from '~/domain/network/accounts/fields';
import { AccountFields } from '~/components/accounts/fields';
import { fieldOf } from '~/forms/text-field';
import type { Answer } from '~/components/address-manager/mode';
import { BeginsAnew, DraftNotice } from '~/forms/draft-notice';
import { useKeptInput } from '~/forms/use-kept-input';
import { ConflictChoices } from '~/forms/conflict-choices';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { Stack } from '~/ui/layout';
import { CancelOr } from '~/ui/button';

type Values = Record<keyof typeof ACCOUNT_FIELDS, string>;
type Props = { values: Values; version: number; formKey: string; answer: Answer; closeTo: string };

export const AccountForm = (props: Props) => (
  <BeginsAnew>{(again) => <KeptForm {...props} again={again} />}</BeginsAnew>
);

function KeptForm({ values, version, formKey, answer, closeTo, again }: Props & { again: () => void }) {
  const conflict = answer?.conflict;
  // The form keeps the values it was opened with, so that a live change replaces nothing while someone types.
  const [opened] = useState({ values, formKey, version: conflict?.version ?? version });
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<Values>({
    id: 'edit-account',
    lastResult: answer?.lastResult,
    defaultValue: opened.values,
  });
  const pending = useNavigation().formData?.get('intent') === 'save';
  useFailureToast(answer?.problem ?? null);
  const draft = useKeptInput(element, { isAnswered: answer !== undefined, again });
  const field = (name: keyof Values) => fieldOf('account', fields[name]);
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate ref={element} preventScrollReset>
      <Stack gap={3}>
        <DraftNotice draft={draft} />
        {conflict && <ConflictChoices conflict={conflict} what="account" save="Update Account" />}
        {!conflict && form.errors && (
          <Banner tone="error" title="Error">
            {form.errors.join(' ')}
          </Banner>
        )}
        <input type="hidden" name="_key" value={opened.formKey} />
        <input type="hidden" name="version" value={draft.version ?? opened.version} />
        <AccountFields
          name={field('name')}
          accountType={field('accountType')}
          phone={field('phone')}
          deliverBy={field('deliverBy')}
        />
        <CancelOr
          cancelTo={closeTo}
          onCancel={draft.forget}
          variant="primary"
          value="save"
          pending={pending && 'Updating...'}
        >
          Update Account
        </CancelOr>
      </Stack>
    </Form>
  );
}
