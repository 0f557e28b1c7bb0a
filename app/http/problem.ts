/** Every refusal as JSON, with its status. */
import * as z from 'zod/v4';
import type { ErrorCode } from '~/domain/errors';

export const Problem = z
  .strictObject({
    error: z.string().min(1).describe('One sentence for a person'),
    fields: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Where values are wrong: sentences by field'),
    tasks: z
      .array(z.strictObject({ id: z.int(), error: z.string() }))
      .optional()
      .describe('In a batch: each task that stood in the way'),
    current: z.unknown().optional().describe('In a conflict: what is stored now'),
    changes: z.unknown().optional().describe('Who changed what since the version that you have'),
    mustChangePassword: z.literal(true).optional().describe('A temporary password has to be replaced first'),
  })
  .meta({ id: 'Problem', description: 'What every error answers' });

/** The HTTP status of each error code of the domain. */
export const STATUS: Record<ErrorCode, number> = {
  malformed: 400,
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported: 415,
  too_many: 429,
  unavailable: 503,
};
