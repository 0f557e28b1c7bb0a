/** The theme and the time zone of a page by the user's preferences. */
import { BUSINESS_ZONE, DEVICE_ZONE, type Preferences } from '~/domain/users/preferences';
import { env } from '~/env.server';
import type { Look } from '~/look';
import type { ShownZone } from '~/ui/time';

export const lookOf = ({ theme, textSize }: Preferences): Look => ({ theme, textSize });

/** When the device decides, the server renders times in the business' zone first. */
export function zoneOf({ timeZone }: Preferences): ShownZone {
  const chosen = timeZone !== DEVICE_ZONE && timeZone !== BUSINESS_ZONE;
  return { zone: chosen ? timeZone : env.BUSINESS_TIME_ZONE, followsDevice: timeZone === DEVICE_ZONE };
}
