/** The addresses of one account: list, inline forms, confirmation. The Edit dialog and a page of its own show it. */
import { useLocation, useNavigation, Form } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { useRef, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { StreetFields } from '~/components/accounts/fields';
import type { ManagedAddress } from '~/domain/network/accounts/queries.server';
import type { Redirectable } from '~/domain/tasks/model/answers';
import type { AccountAddress } from '~/domain/network/accounts/schema';
import { ADDRESS_FIELDS } from '~/domain/network/accounts/fields';
import { valuesOf } from '~/domain/kernel/field-table';
import { useFailureToast } from '~/forms/use-failure-toast';
import { fieldOf, TextField } from '~/forms/text-field';
import { BeginsAnew, DraftNotice } from '~/forms/draft-notice';
import { useKeptInput } from '~/forms/use-kept-input';
import { ConflictChoices } from '~/forms/conflict-choices';
import { Banner, EmptyState } from '~/ui/banner';
import { LinkButton, Button } from '~/ui/button';
import { Checkbox } from '~/ui/field';
import { Inline } from '~/ui/layout';
import { end } from '~/ui/layout.css';
import { AddressCard } from './address-card';
import { failureOf, modePath, readMode, useManagerFocus, type Answer } from './mode';
import * as css from './manager.css';

type Props = {
  addresses: ManagedAddress[];
  redirectable: Redirectable[];
  formKey: string;
  answer: Answer;
  /** True on the page of the addresses, where nothing else is saved. */
  isPage?: boolean;
};

export function AddressManager({ addresses, redirectable, formKey, answer, isPage = false }: Props) {
  const { pathname, search } = useLocation();
  const mode = readMode(search);
  const list = modePath(pathname, search);
  const add = modePath(pathname, search, { kind: 'add' });
  const failure = failureOf(answer?.intent);
  const mine = failure ? answer : undefined;
  const isAdding = mode.kind === 'add';
  const edited = mode.kind === 'edit' ? mode.addressId : null;
  useFailureToast(mine?.conflict ? null : (mine?.problem ?? null), failure?.title);
  const section = useManagerFocus(mode);
  return (
    <section ref={section} className={css.manager} aria-labelledby="addresses-heading">
      <div className={css.head}>
        <h3 id="addresses-heading" tabIndex={-1}>
          Addresses
        </h3>
        {addresses.length > 0 && !isAdding && (
          <LinkButton to={add} preventScrollReset data-add="">
            Add Address
          </LinkButton>
        )}
      </div>
      <Loading />
      {mine?.problem && !mine.conflict && !isForm(mine.intent) && (
        <Banner tone="error" title={failure?.title}>
          {mine.problem.error}
        </Banner>
      )}
      <RedirectOffers redirectable={redirectable} />
      {isAdding && (
        <AddressForm
          key="add"
          isFirst={addresses.length === 0}
          formKey={formKey}
          answer={mine}
          isPage={isPage}
          closeTo={list}
        />
      )}
      {edited !== null && !addresses.some(({ id }) => id === edited) && (
        <Banner>Someone deleted this address.</Banner>
      )}
      {addresses.length === 0 && !isAdding && (
        <EmptyState
          action={
            <LinkButton to={add} variant={isPage ? 'primary' : 'secondary'} preventScrollReset data-add="">
              Add First Address
            </LinkButton>
          }
        >
          No delivery addresses found for this account.
        </EmptyState>
      )}
      {addresses.length > 0 && (
        <ul className={css.list} aria-label="Delivery addresses">
          {addresses.map((address) => (
            <li key={address.id} id={`address-${String(address.id)}`} className={css.item}>
              {address.id === edited ? (
                <AddressForm
                  key={mine?.conflict?.version}
                  address={address}
                  formKey={formKey}
                  answer={mine}
                  isPage={isPage}
                  closeTo={list}
                />
              ) : (
                <AddressCard address={address} isOnly={addresses.length === 1} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The inline form shows its own refusals. */
const isForm = (intent: string | undefined) =>
  intent === 'addAddress' || intent === 'editAddress' || intent === 'geolocateAddress';

function Loading() {
  const { state, formData } = useNavigation();
  const isShown = state === 'loading' && failureOf(formData?.get('intent')) !== null;
  return (
    <p role="status" className={css.loading}>
      {isShown && 'Loading addresses...'}
    </p>
  );
}

type FormProps = {
  /** The address to edit; undefined for a new one. */
  address?: AccountAddress;
  /** True when the account has no address yet. */
  isFirst?: boolean;
  formKey: string;
  answer: Answer;
  isPage: boolean;
  closeTo: string;
};

type TextName = keyof typeof ADDRESS_FIELDS;
type Values = Record<TextName | 'isDefault', string>;

const AddressForm = (props: FormProps) => (
  <BeginsAnew>{(again) => <KeptForm {...props} again={again} />}</BeginsAnew>
);

type KeptProps = FormProps & { again: () => void };

function KeptForm({ address, isFirst = false, formKey, answer, isPage, closeTo, again }: KeptProps) {
  const save = address ? 'editAddress' : 'addAddress';
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
      {/* The Enter key presses the first button of a form, so this one comes first. */}
      <button type="submit" name="intent" value={save} hidden tabIndex={-1} aria-hidden="true" />
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
      <TextField is={ADDRESS_FIELDS.instructions} field={field('instructions')} />
      <Checkbox
        label="Set as default address"
        name="isDefault"
        defaultChecked={isAlwaysDefault || fields.isDefault.initialValue === 'on'}
        disabled={isAlwaysDefault}
      />
      <Inline className={end}>
        <LinkButton to={closeTo} preventScrollReset onClick={draft.forget}>
          Cancel
        </LinkButton>
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
        <Button
          variant={isPage ? 'primary' : 'secondary'}
          name="intent"
          value={save}
          pending={pending === save && 'Saving...'}
        >
          {address ? 'Save Address' : 'Add Address'}
        </Button>
      </Inline>
    </Form>
  );
}

/** Lists open tasks that still go to a former address of the account, and offers to change them. */
function RedirectOffers({ redirectable }: { redirectable: Redirectable[] }) {
  const pending = useNavigation().formData;
  return redirectable.map(({ from, addressId, to, taskIds, going }) => {
    const isPending = pending?.get('intent') === 'redirectTasks' && pending.get('from') === from;
    return (
      <Banner key={from} title={titleOf(taskIds.length)}>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="addressId" value={addressId} />
          <input type="hidden" name="from" value={from} />
          <Inline>
            <span>
              {from}, now {to}
              {going > 0 && `. Under way: ${String(going)}`}
            </span>
            <Button name="intent" value="redirectTasks" pending={isPending && 'Changing...'}>
              {taskIds.length === 1 ? 'Change It' : 'Change Them'}
            </Button>
          </Inline>
        </Form>
      </Banner>
    );
  });
}

const titleOf = (count: number) =>
  count === 1
    ? '1 open task still goes to the old address:'
    : `${String(count)} open tasks still go to the old address:`;
