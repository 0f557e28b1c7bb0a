/** Dealerships as the API takes and answers them. */
import * as z from 'zod/v4';
import { degrees, precision } from '~/domain/answers';
import { LIMITS } from '~/domain/limits';
import { nameText, text } from '~/domain/schema';
import { DEALERSHIPS } from './names';

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
  .meta({ id: 'DealershipLocation' });
export type DealershipLocation = z.output<typeof LocationAnswer>;

/** In the path. An unknown name is 404, as no dealership has it. */
export const atDealership = { name: z.string().meta({ enum: [...DEALERSHIPS] }) };

/** Any subset; the rest stays as it is. */
export const SaveLocation = z.strictObject({
  fullname: nameText(LIMITS.name, 'Display name').optional(),
  address: text(LIMITS.address, 'Address').optional(),
  city: text(LIMITS.name, 'City').optional(),
  state: text(2, 'State')
    .transform((value) => value.toUpperCase())
    .optional(),
  zipCode: text(20, 'ZIP').optional(),
});
export type SaveLocation = z.output<typeof SaveLocation>;

export const isDealership = (name: string) => DEALERSHIPS.some((known) => known === name);
