/** The names and the time zone of the network. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/kernel/limits';
import { nameText, requiredName } from '~/domain/kernel/schema';
import { isTimeZone } from '~/process/time-zone';

export const networkName = requiredName(LIMITS.name, 'Network name');
export const companyName = nameText(LIMITS.name, 'Company');
export const timeZone = z
  .string('Choose a time zone')
  .max(64, 'Choose a time zone')
  .refine(isTimeZone, 'Choose a time zone');

/** Stored as the setting `network`. BUSINESS_TIME_ZONE overrides both time zones. */
export const Network = z.strictObject({
  name: networkName.default('Kansas City Parts Network'),
  company: companyName.default(''),
  timeZone: timeZone.default('America/Chicago'),
  /** Becomes the time zone at the next start. */
  nextTimeZone: timeZone.optional(),
});
export type Network = z.output<typeof Network>;

/** The settings until somebody saves some. */
export const DEFAULT_NETWORK = Network.parse({});

export const NetworkAnswer = z
  .strictObject({
    name: z.string(),
    company: z.string().describe('Shown on proofs of delivery; empty if there is none'),
    timeZone: z.string(),
    nextTimeZone: z.string().optional().describe('Chosen to take effect at the next start'),
  })
  .meta({ id: 'Network' });

/** Any subset of the fields. */
export const SaveNetwork = z.strictObject({
  name: networkName.optional(),
  company: companyName.optional(),
  timeZone: timeZone.optional(),
});
