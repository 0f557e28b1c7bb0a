/**
 * Schemas that the answers of all subjects share. Each answer is defined once, as a schema; its documentation
 * is made from it.
 */
import * as z from 'zod/v4';
import { LARGEST_ID } from './ids';

/** The id of an existing row. */
export const known = z.int().min(1).max(LARGEST_ID);

/** An instant: ISO 8601 with a zone. */
export const moment = z.iso.datetime({ offset: true });

/** A number of things. */
export const count = z.int().min(0);

/** Degrees, north and east positive. */
export const point = z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });

/** Degrees as text, as they were given; null while they are unknown. */
export const degrees = z.string().nullable();

/** The precision of a place. */
const geoPrecision = z.enum(['exact', 'interpolated', 'street', 'approximate', 'doubtful', 'manual']);
export type GeoPrecision = z.output<typeof geoPrecision>;

export const precision = geoPrecision
  .nullable()
  .describe(
    '`interpolated`: its house number is estimated along the street; `street`: only its street is known; ' +
      '`approximate`: its ZIP code or city is; `doubtful`: the ZIP code and state don’t match, so the city is used; ' +
      '`manual`: set by a person',
  );

/** The row that was deleted. */
export const Deleted = z.strictObject({ id: known });
