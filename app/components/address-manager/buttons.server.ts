/** The buttons of the address manager, which is part of two pages. */
import type { ActionFunctionArgs } from '@remix-run/node';
import {
  addAddress,
  deleteAddress,
  setDefaultAddress,
  updateAddress,
} from '~/domain/network/accounts/addresses.server';
import { redirectTasks } from '~/domain/tasks/lifecycle/redirect.server';
import type { AccountAddress } from '~/domain/network/accounts/schema';
import { ADDRESS_FIELDS } from '~/domain/network/accounts/fields';
import { button } from '~/forms/submit.server';
import { pagePath } from '~/http/session.server';
import { modePath } from './mode';

export function addressButtons({ request, params: { accountId } }: ActionFunctionArgs) {
  const { pathname, search } = new URL(pagePath(request), request.url);
  const redirectTo = modePath(pathname, search);
  const done = (title: string) => () => ({ redirectTo, toast: { title } });
  const located = ({ latitude }: AccountAddress) => ({
    redirectTo,
    toast: { title: 'Address geolocated', description: latitude === null ? REQUESTED : LOCATED },
  });
  // The command refuses an address of another account.
  const ours = (fields: object) => ({ ...fields, accountId });
  const lookedUp = (fields: object) => ({ ...fields, accountId, latitude: null, longitude: null });
  return {
    addAddress: button(addAddress, done('Address added')),
    editAddress: button(updateAddress, done('Address updated'), {
      merge: ADDRESS_FIELDS,
      compose: ours,
    }),
    geolocateAddress: button(updateAddress, located, {
      merge: ADDRESS_FIELDS,
      compose: lookedUp,
    }),
    lookUpAddress: button(updateAddress, located, { compose: lookedUp }),
    setDefaultAddress: button(setDefaultAddress, done('Default address updated')),
    deleteAddress: button(deleteAddress, done('Address deleted')),
    redirectTasks: button(
      redirectTasks,
      ({ taskIds }) => ({ redirectTo, toast: { title: redirectedText(taskIds.length) } }),
      { undo: true },
    ),
  };
}

const redirectedText = (count: number) =>
  count === 1 ? '1 task goes to the new address' : `${String(count)} tasks go to the new address`;

const LOCATED = 'Address location has been successfully updated';
const REQUESTED = 'Geolocate requested - coordinates will be updated when address is processed';
