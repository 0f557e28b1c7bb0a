import { useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { AccountAddress } from '~/domain/network/accounts/schema';
import { ADDRESS_FIELDS } from '~/domain/network/accounts/fields';
import { valuesOf } from '~/domain/kernel/field-table';
import { StreetFields } from '~/components/accounts/fields';
import { fieldOf, TextField } from '~/forms/text-field';
import { BeginsAnew, DraftNotice } from '~/forms/draft-notice';
import { useKeptInput } from '~/forms/use-kept-input';
import { ConflictChoices } from '~/forms/conflict-choices';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Checkbox } from '~/ui/field';
import { Inline } from '~/ui/layout';
import { failureOf, type Answer } from './mode';
import * as css from './manager.css';

type Props = {
  /** The address to edit; undefined for a new one. */
  address?: AccountAddress;
  /** True when the account has no address yet. */
  isFirst?: boolean;
  formKey: string;
  answer: Answer;
  closeTo: string;
};

type TextName = keyof typeof ADDRESS_FIELDS;
type Values = Record<TextName | 'isDefault', string>;

export const AddressForm = (props: Props) => (
  <BeginsAnew>{(again) => <KeptForm {...props} again={again} />}</BeginsAnew>
);

type KeptProps = Props & { again: () => void };

function KeptForm({ address, isFirst = false, formKey, answer, closeTo, again }: KeptProps) {
  // The form keeps the values it was opened with, so that a live change replaces nothing while someone types.
  const [opened] = useState({ formKey, address, version: answer?.conflict?.version ?? address?.version });
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<Values>({
    id: address ? `address-${String(address.id)}-form` : 'new-address-form',
    lastResult: answer?.lastResult,
    defaultValue: opened.address && valuesOf(ADDRESS_FIELDS, opened.address),
  });
  const { formData, state } = useNavigation();
  const pending = state === 'idle' ? null : formData?.get('intent');
  const [street, setStreet] = useState(fields.address.initialValue ?? '');
  // Without JavaScript, the server reports this after the form is sent.
  const isBlank = useHydrated() && street.trim() === '';
  const field = (name: TextName) => fieldOf(form.id, fields[name]);
  const conflict = address && answer?.conflict;
  const draft = useKeptInput(element, { isAnswered: answer !== undefined, part: form.id, again });
  const isAlwaysDefault = isFirst || opened.address?.isDefault === true;
  return (
    <Form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      ref={element}
      className={css.form}
      aria-label={address ? `Edit ${opened.address?.name ?? ''}` : 'New address'}
      data-inline=""
      preventScrollReset
    >
      <DraftNotice draft={draft} />
      {conflict && <ConflictChoices conflict={conflict} what="address" save="Save Address" />}
      {!conflict && form.errors && (
        <Banner tone="error" title={failureOf(answer?.intent)?.title}>
          {form.errors.join(' ')}
        </Banner>
      )}
      <input type="hidden" name="_key" value={opened.formKey} />
      {address && <input type="hidden" name="addressId" value={address.id} />}
      {opened.version !== undefined && (
        <input type="hidden" name="version" value={draft.version ?? opened.version} />
      )}
      <TextField is={ADDRESS_FIELDS.name} field={field('name')} />
      <StreetFields
        address={field('address')}
        city={field('city')}
        state={field('state')}
        zipCode={field('zipCode')}
        required
        onStreet={setStreet}
      />
      <Checkbox
        label="Set as default address"
        name="isDefault"
        defaultChecked={isAlwaysDefault || fields.isDefault.initialValue === 'on'}
        disabled={isAlwaysDefault}
      />
      <Inline>
        <LinkButton to={closeTo} preventScrollReset onClick={draft.forget}>
          Cancel
        </LinkButton>
        <Button
          variant="primary"
          name="intent"
          value={address ? 'editAddress' : 'addAddress'}
          pending={(pending === 'editAddress' || pending === 'addAddress') && 'Saving...'}
        >
          {address ? 'Save Address' : 'Add Address'}
        </Button>
        {address && (
          <Button
            name="intent"
            value="geolocateAddress"
            unavailable={isBlank && 'Address is required to geolocate'}
            pending={pending === 'geolocateAddress' && 'Locating...'}
          >
            Geolocate Address
          </Button>
        )}
      </Inline>
    </Form>
  );
}
