/** What the forms of the address manager do. */
import {
  addAddress,
  deleteAddress,
  setDefaultAddress,
  updateAddress,
} from '~/domain/accounts/addresses.server';
import { ADDRESS_FIELDS } from '~/domain/accounts/merge';
import { AddAddress, AddressForm, ChosenAddress, type AccountAddress } from '~/domain/accounts/schema';
import type { Actor } from '~/domain/actor';
import { intent, type Outcome } from '~/http/form.server';
import { pagePath } from '~/http/session.server';
import { submitOrMerge } from '~/parts/accounts/conflict.server';
import { modePath } from './mode';

export function submitAddress(request: Request, actor: Actor, accountId: number) {
  const { pathname, search } = new URL(pagePath(request), request.url);
  const redirectTo = modePath(pathname, search);
  const done = (title: string): Outcome => ({ redirectTo, toast: { title } });
  const located = ({ latitude }: AccountAddress): Outcome => ({
    redirectTo,
    toast: { title: 'Address geolocated', description: latitude === null ? REQUESTED : LOCATED },
  });
  const anew = { latitude: null, longitude: null };
  return submitOrMerge(request, actor, ADDRESS_FIELDS, {
    addAddress: intent(AddAddress, async (input) => {
      await addAddress(actor, accountId, input);
      return done('Address added');
    }),
    editAddress: intent(AddressForm, async ({ addressId, version, ...input }) => {
      await updateAddress(actor, addressId, { ...input, accountId }, { expectedVersion: version });
      return done('Address updated');
    }),
    geolocateAddress: intent(AddressForm, async ({ addressId, version, ...input }) => {
      const change = { ...input, ...anew, accountId };
      return located(await updateAddress(actor, addressId, change, { expectedVersion: version }));
    }),
    lookUpAddress: intent(ChosenAddress, async ({ addressId }) =>
      located(await updateAddress(actor, addressId, { ...anew, accountId })),
    ),
    setDefaultAddress: intent(ChosenAddress, async ({ addressId }) => {
      await setDefaultAddress(actor, addressId);
      return done('Default address updated');
    }),
    deleteAddress: intent(ChosenAddress, async ({ addressId }) => {
      await deleteAddress(actor, addressId);
      return done('Address deleted');
    }),
  });
}

const LOCATED = 'Address location has been successfully updated';
const REQUESTED = 'Geolocate requested - coordinates will be updated when address is processed';
