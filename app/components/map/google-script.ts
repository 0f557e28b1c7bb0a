/** Loads Google's script before its React bindings, which never recover from a failed first load. */
import { importLibrary, setOptions } from '@googlemaps/js-api-loader';

const RETRY_AFTER_MS = [500, 1_000, 2_000];
const TIMEOUT_MS = 10_000;
/** Google writes the reason for a refused key to the console only, within this time before or after the refusal. */
const REASON_WITHIN_MS = 250;

type WithAuthFailure = { gm_authFailure?: () => void };

/** Calls back when Google refuses the key, while loading or later. @returns a function that ends this. */
export function watchKey(onRefused: (message: string) => void): () => void {
  const output = window.console;
  const write = output.error.bind(output);
  let waiting: number | undefined;
  let wasReported = false;
  const tell = (message: string) => {
    window.clearTimeout(waiting);
    if (!wasReported) onRefused(message);
    wasReported = true;
  };
  output.error = (...written: unknown[]) => {
    write(...written);
    const fault = faultIn(written);
    if (fault) tell(fault);
  };
  const page = window as WithAuthFailure;
  page.gm_authFailure = () => {
    waiting = window.setTimeout(tell, REASON_WITHIN_MS, REFUSED);
  };
  return () => {
    wasReported = true;
    window.clearTimeout(waiting);
    output.error = write;
    delete page.gm_authFailure;
  };
}

let isPrepared = false;

const isOffline = () => !navigator.onLine;

/** @throws Error with a message for the page. */
export async function loadGoogle(key: string): Promise<void> {
  if (!isPrepared) setOptions({ key, v: 'weekly' });
  isPrepared = true;
  for (const delay of [...RETRY_AFTER_MS, null]) {
    if (isOffline()) throw new Error(OFFLINE);
    try {
      await within(TIMEOUT_MS, importLibrary('maps'));
      return;
    } catch (error) {
      // A script that takes too long is still being fetched. A second request would wait for the same answer.
      if (delay === null || error instanceof Late) throw new Error(isOffline() ? OFFLINE : NOT_LOADED);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

class Late extends Error {}

function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Late());
    }, ms);
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/** Messages for the reasons why Google's map does not load. */

const OFFLINE = 'No internet connection. Please check your network.';
const NOT_LOADED = 'Failed to load Google Maps.';

const KEY = 'The Google Maps API key is not valid. Please ask an admin to check it.';
const BILLING =
  'The Google Maps quota is used up, or billing is not enabled. Please ask an admin to check the Google account.';
const REFERRER =
  'The Google Maps API key may not be used on this site. Please ask an admin to check its referrer restrictions.';
const REFUSED =
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
