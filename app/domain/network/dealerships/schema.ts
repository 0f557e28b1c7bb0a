/** Dealerships as the API takes and answers them. */
import * as z from 'zod/v4';
import { degrees, moment, nameText, precision, requiredName, text } from '~/domain/kernel/schema';
import { LIMITS } from '~/domain/kernel/limits';

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

/** The name in the path. An unknown name is 404. */
const inPath = z.string().meta({ minLength: 1, pattern: '^[^./]' });
export const atDealership = { name: inPath };
/** For inputs that have a field `name` of their own. */
export const atAnyDealership = { dealership: inPath };

export const DealershipAnswer = z
  .strictObject({
    name: z.string(),
    retiredAt: moment.nullable().describe('When it was retired, or null'),
  })
  .meta({ id: 'Dealership' });
export type Dealership = z.output<typeof DealershipAnswer>;

/** The name is part of page addresses, where dots alone have a meaning. */
export const dealershipName = requiredName(100, 'Name').refine(
  (value) => /^[\p{L}\p{N}]/u.test(value),
  'Name must begin with a letter or a digit',
);

/** Equal for names that differ only in capitals; the index on names uses the same rule. */
export const foldName = (name: string) => name.normalize('NFKC').toLowerCase();

export const AddDealership = z.strictObject({ name: dealershipName });
/** Any subset of the fields. */
export const ChangeDealership = z.strictObject({
  name: dealershipName.optional(),
  retired: z.boolean('retired must be true or false').optional(),
});

export const locationFields = {
  fullname: nameText(LIMITS.name, 'Display name'),
  address: text(LIMITS.address, 'Address'),
  city: text(LIMITS.name, 'City'),
  state: text(2, 'State').transform((value) => value.toUpperCase()),
  zipCode: text(20, 'ZIP'),
};

/** Any subset of the fields. */
export const SaveLocation = z.strictObject(locationFields).partial();
export type SaveLocation = z.output<typeof SaveLocation>;
