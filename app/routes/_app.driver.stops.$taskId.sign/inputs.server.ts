import * as z from 'zod/v4';
import { instant } from '~/domain/schema';
import { CompleteStop as Signed } from '~/domain/tasks/form-inputs.server';

/** With the moment of the first attempt, when that one reached nobody. */
export const CompleteStop = Signed.and(z.object({ occurred_at: instant.optional() }));
