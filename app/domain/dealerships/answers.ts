/** Dealerships as the API answers them. */
import * as z from 'zod/v4';
import { degrees, precision } from '~/domain/answers';
import type { DealershipLocation } from './queries.server';

export const LocationAnswer = z
  .strictObject({
    name: z.string(),
    fullname: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    latitude: degrees,
    longitude: degrees,
    geoPrecision: precision,
  })
  .meta({ id: 'DealershipLocation' }) satisfies z.ZodType<DealershipLocation>;
