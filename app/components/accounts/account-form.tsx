/** The form of a new or a stored account. Its input is kept when its dialog closes. */
import { useForm, type DefaultValue } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import type { CreateAccount } from '~/domain/network/accounts/schema';
import { ConflictChoices } from '~/forms/conflict-choices';
import { DraftNotice } from '~/forms/draft-notice';
import { fieldOf } from '~/forms/text-field';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { useKeptInput } from '~/forms/use-kept-input';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { Stack } from '~/ui/layout';
import { AccountFields, StreetFields } from './fields';

type Props = {
  values: DefaultValue<CreateAccount>;
  /** The version of a stored account. Its addresses have forms of their own. */
  version?: number;
  formKey: string;
  answer: Answered | undefined;
  closeTo: string;
  again: () => void;
};

const NEW = { id: 'new-account', intent: 'create', label: 'Create Account', pending: 'Creating...' };
const STORED = { id: 'edit-account', intent: 'save', label: 'Update Account', pending: 'Updating...' };

export function AccountForm({ values, version, formKey, answer, closeTo, again }: Props) {
  const { id, intent, label, pending } = version === undefined ? NEW : STORED;
  const conflict = answer?.conflict;
  // The form keeps the values it was opened with, so that a live change replaces nothing while someone types.
  const [opened] = useState({ values, formKey, version: conflict?.version ?? version });
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<CreateAccount>({
    id,
    lastResult: answer?.lastResult,
    defaultValue: opened.values,
  });
  const isPending = useNavigation().formData?.get('intent') === intent;
  useFailureToast(answer?.problem ?? null);
  const draft = useKeptInput(element, { isAnswered: answer !== undefined, again });
  const field = (name: keyof typeof fields) => fieldOf('account', fields[name]);
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate ref={element} preventScrollReset>
      <Stack gap={3}>
        <DraftNotice draft={draft} />
        {conflict && <ConflictChoices conflict={conflict} what="account" save={label} />}
        {!conflict && form.errors && (
          <Banner tone="error" title="Error">
            {form.errors.join(' ')}
          </Banner>
        )}
        <input type="hidden" name="_key" value={opened.formKey} />
        {version !== undefined && (
          <input type="hidden" name="version" value={draft.version ?? opened.version} />
        )}
        <AccountFields
          name={field('name')}
          accountType={field('accountType')}
          phone={field('phone')}
          deliverBy={field('deliverBy')}
          isFirst={version === undefined}
        />
        {version === undefined && (
          <StreetFields
            address={field('address')}
            city={field('city')}
            state={field('state')}
            zipCode={field('zipCode')}
          />
        )}
        <CancelOr
          cancelTo={closeTo}
          onCancel={draft.forget}
          variant="primary"
          value={intent}
          pending={isPending && pending}
        >
          {label}
        </CancelOr>
      </Stack>
    </Form>
  );
}
