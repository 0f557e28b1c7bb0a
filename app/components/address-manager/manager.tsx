/** The addresses of one account: list, inline forms, confirmation. The Edit dialog and a page of its own show it. */
import { useLocation, useNavigation } from '@remix-run/react';
import type { ManagedAddress } from '~/domain/network/accounts/queries.server';
import type { Redirectable } from '~/domain/tasks/model/answers';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty';
import { AddressCard } from './address-card';
import { AddressForm } from './address-form';
import { RedirectOffers } from './redirectable';
import { failureOf, modePath, readMode, useManagerFocus, type Answer } from './mode';
import * as css from './manager.css';

type Props = {
  addresses: ManagedAddress[];
  redirectable: Redirectable[];
  formKey: string;
  answer: Answer;
};

export function AddressManager({ addresses, redirectable, formKey, answer }: Props) {
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
          closeTo={list}
        />
      )}
      {edited !== null && !addresses.some(({ id }) => id === edited) && (
        <Banner>Someone deleted this address.</Banner>
      )}
      {addresses.length === 0 && !isAdding && (
        <EmptyState
          action={
            <LinkButton to={add} variant="primary" preventScrollReset data-add="">
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
