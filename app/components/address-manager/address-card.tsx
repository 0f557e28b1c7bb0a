import { Form, useLocation, useNavigation } from '@remix-run/react';
import { ONLY_ADDRESS } from '~/domain/network/accounts/address';
import { DOUBTFUL, ESTIMATED_NUMBER, formatAddress } from '~/domain/geography/address';
import type { AccountAddress } from '~/domain/network/accounts/schema';
import type { ManagedAddress } from '~/domain/network/accounts/queries.server';
import { Badge } from '~/ui/badge';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { modePath, readMode, type Answer } from './mode';
import * as css from './manager.css';

type Props = { address: ManagedAddress; isOnly: boolean };

export function AddressCard({ address, isOnly }: Props) {
  const { id, name, isDefault } = address;
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  const isPending = (intent: string) =>
    formData?.get('intent') === intent && formData.get('addressId') === String(id);
  return (
    <div className={css.card}>
      <div className={css.words}>
        <div className={css.title}>
          <strong>{name}</strong>
          {isDefault && <Badge tone="going">Default</Badge>}
        </div>
        <div className={css.street}>{formatAddress(address)}</div>
        <LookupNote address={address} isPending={isPending('lookUpAddress')} />
      </div>
      <Inline gap={1} className={css.acts}>
        {!isDefault && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="addressId" value={id} />
            <Button
              name="intent"
              value="setDefaultAddress"
              pending={isPending('setDefaultAddress') && 'Setting...'}
              aria-label={`Set as Default: ${name}`}
            >
              Set as Default
            </Button>
          </Form>
        )}
        <LinkButton
          to={modePath(pathname, search, { kind: 'edit', addressId: id })}
          preventScrollReset
          aria-label={`Edit ${name}`}
        >
          Edit
        </LinkButton>
        {isOnly ? (
          <Button type="button" variant="danger" unavailable={ONLY_ADDRESS}>
            Delete
          </Button>
        ) : (
          <LinkButton
            to={modePath(pathname, search, { kind: 'remove', addressId: id })}
            variant="danger"
            preventScrollReset
            aria-label={`Delete ${name}`}
          >
            Delete
          </LinkButton>
        )}
      </Inline>
    </div>
  );
}

/** Says how exactly the address was located, unless it was found exactly. */
function LookupNote({ address: { id, lookup }, isPending }: { address: ManagedAddress; isPending: boolean }) {
  if (lookup === 'found') return null;
  if (lookup === 'pending') return <div className={css.note}>Looking up location…</div>;
  if (lookup === 'doubtful') return <div className={css.note}>{DOUBTFUL}</div>;
  if (lookup === 'interpolated') return <div className={css.note}>{ESTIMATED_NUMBER}</div>;
  if (lookup === 'street') return <div className={css.note}>Approximate location (street)</div>;
  if (lookup === 'approximate') return <div className={css.note}>Approximate location</div>;
  return (
    <Form method="post" preventScrollReset className={css.notFound}>
      <input type="hidden" name="addressId" value={id} />
      <span>Location not found</span>
      <Button name="intent" value="lookUpAddress" pending={isPending && 'Locating...'}>
        Geolocate
      </Button>
    </Form>
  );
}

type DeleteProps = { addresses: AccountAddress[]; answer: Answer };

/** The address that the delete dialog is open for, or null. */
export function useRemoved(addresses: AccountAddress[]): AccountAddress | null {
  const mode = readMode(useLocation().search);
  if (mode.kind !== 'remove') return null;
  return addresses.find(({ id }) => id === mode.addressId) ?? null;
}

export function DeleteAddress({ addresses, answer }: DeleteProps) {
  const { pathname, search } = useLocation();
  const pending = useNavigation().formData?.get('intent') === 'deleteAddress';
  const address = useRemoved(addresses);
  if (!address) return null;
  const closeTo = modePath(pathname, search);
  // The server chooses the next default address the same way. The list is sorted by name.
  const heir = addresses.find(({ isDefault }) => !isDefault);
  return (
    <RouteDialog title="Delete Address" closeTo={closeTo} size="small">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="addressId" value={address.id} />
        <Stack gap={4}>
          {answer?.intent === 'deleteAddress' && answer.problem && (
            <Banner tone="error" title="Failed to delete address">
              {answer.problem.error}
            </Banner>
          )}
          <p>Are you sure you want to delete this address?</p>
          <div>
            <strong>{address.name}</strong>
            <div className={css.street}>{formatAddress(address)}</div>
          </div>
          {address.isDefault && (
            <p>
              This is currently set as the default address. Deleting it will require setting another address
              as default.{heir && ` Until then, “${heir.name}” is the default.`}
            </p>
          )}
          <CancelOr
            cancelTo={closeTo}
            variant="danger"
            value="deleteAddress"
            pending={pending && 'Deleting...'}
          >
            Delete Address
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}
