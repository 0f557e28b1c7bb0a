import * as z from 'zod/v4';
import { id } from '~/domain/schema';
import { ACTS } from './acts';

export const ListAdminEvents = z.strictObject({
  actorId: id.optional(),
  act: z.enum(ACTS, 'act must be one of those that are recorded').optional(),
  /** The id of the last event of the page before. */
  before: id.optional(),
  limit: z.coerce
    .number('limit must be a number')
    .int()
    .min(1)
    .max(1_000, 'limit must be at most 1,000')
    .default(50),
});
export type ListAdminEvents = z.output<typeof ListAdminEvents>;
