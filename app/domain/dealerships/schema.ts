/** What a dealership's location is made of. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/limits';
import { nameText, text } from '~/domain/schema';
import { DEALERSHIPS } from './names';

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

/** The same as a form: what is left empty is meant to be. */
export const LocationForm = z
  .object({ name: z.string(), ...SaveLocation.shape })
  .transform((form) => ({ fullname: '', address: '', city: '', state: '', zipCode: '', ...form }));
