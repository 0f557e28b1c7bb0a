import { env } from '~/env.server';

/** By name, as this version of Node knows them; UTC is none of the list's. */
export const timeZones = {
  business: env.BUSINESS_TIME_ZONE,
  all: [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort(),
};
