/** Every refusal as JSON. */
import * as z from 'zod/v4';

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
