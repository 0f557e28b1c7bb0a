/** The audit log in answers of the API, and the inputs of its queries. */
import * as z from 'zod/v4';
import { known, moment } from '~/domain/kernel/answers';
import { id } from '~/domain/kernel/schema';
import { ACTS } from './acts';

export const AdminEventAnswer = z
  .strictObject({
    id: known,
    act: z.enum(ACTS),
    actor: z
      .strictObject({ id: known, name: z.string(), username: z.string() })
      .nullable()
      .describe('null: the system, the command line, or a failed sign-in'),
    target: z.strictObject({ id: z.string(), name: z.string() }),
    changes: z
      .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
      .describe('For each field, its value before and after'),
    createdAt: moment,
  })
  .meta({ id: 'AdminEvent' });
export type AdminEventLine = z.output<typeof AdminEventAnswer>;

export const ListAdminEvents = z.strictObject({
  actorId: id.optional(),
  act: z.enum(ACTS, 'act must be one of the recorded actions').optional(),
  /** The id of the last event on the page before. */
  before: id.optional(),
  limit: z.coerce
    .number('limit must be a number')
    .int()
    .min(1)
    .max(1_000, 'limit must be at most 1,000')
    .default(50),
});
export type ListAdminEvents = z.output<typeof ListAdminEvents>;
