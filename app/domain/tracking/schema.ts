/** The inputs and the answers about positions. Safe in the browser except for the schemas. */
import * as z from 'zod/v4';
import { count, id, instant, known, moment, requiredName } from '~/domain/kernel/schema';
import { DROP_REASONS } from './accept';
import { DEVICE_KINDS } from './devices';

const MOST_AT_ONCE = 300;

/**
 * Every number is accepted here, because a phone can't correct it; the rule decides whether the position is
 * credible.
 */
export const FixInput = z.strictObject({
  latitude: z.number(),
  longitude: z.number(),
  at: instant.describe('When the phone was there, by its own clock'),
  accuracy: z.number().nullish().describe('Meters'),
  speed: z.number().nullish().describe('Meters per second'),
  battery: z.number().nullish().describe('Percent'),
});
export type FixInput = z.output<typeof FixInput>;

export const SendPositions = z.strictObject({
  positions: z.array(FixInput).max(MOST_AT_ONCE, `At most ${String(MOST_AT_ONCE)} positions at once`),
});
export const SentAnswer = z.strictObject({
  stored: count,
  dropped: z
    .record(z.string(), count)
    .describe(`Positions not stored, by reason: ${DROP_REASONS.join(', ')}`),
});

export const SaveSharing = z.strictObject({ shares: z.stringbool().or(z.boolean()) });
export const SharingAnswer = z.strictObject({
  shares: z.boolean().nullable().describe('null: not asked yet'),
});

export const OwnSharingAnswer = SharingAnswer.extend({
  customersSee: z
    .literal(true)
    .optional()
    .describe('When a link tells the customer of your next stop how far away you are'),
});

export const atDevice = { userId: id, deviceId: id };

export const AddDevice = z.strictObject({
  kind: z.enum(DEVICE_KINDS, 'Choose an app'),
  name: requiredName(100, 'Name').default('Phone'),
});

export const DeviceAnswer = z
  .strictObject({
    id: known,
    kind: z.enum(DEVICE_KINDS),
    name: z.string(),
    createdAt: moment,
    lastSeenAt: moment.nullable().describe('When it last sent a position that was stored'),
    battery: z.int().nullable().describe('Percent'),
  })
  .meta({ id: 'Device' });
export type Device = z.output<typeof DeviceAnswer>;

export const NewDeviceAnswer = DeviceAnswer.extend({
  path: z
    .string()
    .optional()
    .describe('Where the app reports to, below the address of this installation; said this once'),
});
export type NewDevice = z.output<typeof NewDeviceAnswer>;
