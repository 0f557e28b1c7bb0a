import { Form, useLocation, useNavigation } from '@remix-run/react';
import { formatAddress } from '~/domain/accounts/address';
import type { AccountAddress } from '~/domain/accounts/answers';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import type { Answer } from './failures';
import * as css from './manager.css';
import { modePath, readMode } from './mode';

type Props = { addresses: AccountAddress[]; answer: Answer };

/** The address that is about to be deleted, if one is. */
export function useRemoved(addresses: AccountAddress[]): AccountAddress | null {
  const mode = readMode(useLocation().search);
  if (mode.kind !== 'remove') return null;
  return addresses.find(({ id }) => id === mode.addressId) ?? null;
}

export function DeleteAddress({ addresses, answer }: Props) {
  const { pathname, search } = useLocation();
  const pending = useNavigation().formData?.get('intent') === 'deleteAddress';
  const address = useRemoved(addresses);
  if (!address) return null;
  const closeTo = modePath(pathname, search);
  // As the server does it: they come by name.
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
            <div className={css.street}>{formatAddress(address).toUpperCase()}</div>
          </div>
          {address.isDefault && (
            <p>
              This is currently set as the default address.
              {heir && ` “${heir.name}” will be the default then.`}
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
