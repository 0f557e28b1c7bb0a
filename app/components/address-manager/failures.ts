import type { Refused } from '~/forms/answers.server';

/** The server's answer to a form of the address manager. */
export type Answer = Refused | undefined;

/** The failures of the address manager's forms: the title, and a text for when the server has none. */
const FAILURES: Record<string, { title: string; fallback: string }> = {
  addAddress: { title: 'Failed to add address', fallback: 'Failed to add address' },
  editAddress: { title: 'Failed to update address', fallback: 'Failed to update address' },
  deleteAddress: { title: 'Failed to delete address', fallback: 'Failed to delete address' },
  setDefaultAddress: {
    title: 'Failed to update default address',
    fallback: 'Failed to set as default address',
  },
  geolocateAddress: { title: 'Failed to geolocate address', fallback: 'Failed to geolocate address' },
  lookUpAddress: { title: 'Failed to geolocate address', fallback: 'Failed to geolocate address' },
};

/** Null for the button of another form. */
export const failureOf = (intent: unknown) =>
  typeof intent === 'string' && Object.hasOwn(FAILURES, intent) ? (FAILURES[intent] ?? null) : null;
