/** Messages for the reasons why Google's map does not load. */

export const OFFLINE = 'No internet connection. Please check your network.';
export const NOT_LOADED = 'Failed to load Google Maps.';

const KEY = 'The Google Maps API key is not valid. Please ask an admin to check it.';
const BILLING =
  'The Google Maps quota is used up, or billing is not enabled. Please ask an admin to check the Google account.';
const REFERRER =
  'The Google Maps API key may not be used on this site. Please ask an admin to check its referrer restrictions.';
export const REFUSED =
  'Google Maps does not accept the API key. Please ask an admin to check the key, its billing and its referrer restrictions.';

const MESSAGES: Record<string, string> = {
  InvalidKeyMapError: KEY,
  MissingKeyMapError: KEY,
  ExpiredKeyMapError: KEY,
  DeletedApiProjectMapError: KEY,
  ApiNotActivatedMapError: KEY,
  BillingNotEnabledMapError: BILLING,
  OverQuotaMapError: BILLING,
  RefererNotAllowedMapError: REFERRER,
  RefererDeniedMapError: REFERRER,
  ApiTargetBlockedMapError: REFERRER,
};

/** The message for an error that Google wrote to the console; null for other output. */
export function faultIn(written: unknown[]): string | null {
  const code = /\b(\w+MapError)\b/.exec(written.map(String).join(' '))?.[1];
  return (code && MESSAGES[code]) ?? null;
}
