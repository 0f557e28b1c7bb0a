/** The audit log as the API answers it. */
import * as z from 'zod/v4';
import { known, moment } from '~/domain/answers';
import { ACTS } from './acts';
import type { AdminEventLine } from './queries.server';

export const AdminEventAnswer = z
  .strictObject({
    id: known,
    act: z.enum(ACTS),
    actor: z
      .strictObject({ id: known, name: z.string(), username: z.string() })
      .nullable()
      .describe('null: the system, the command line, or somebody who could not sign in'),
    target: z.strictObject({ id: z.string(), name: z.string() }),
    changes: z
      .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
      .describe('Field to its value before and after'),
    createdAt: moment,
  })
  .meta({ id: 'AdminEvent' }) satisfies z.ZodType<AdminEventLine>;
