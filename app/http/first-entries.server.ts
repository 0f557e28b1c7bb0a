/** Lists that have no limit of their own take `limit`, and answer their first entries. */
import * as z from 'zod/v4';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { pageLimit } from '~/domain/kernel/schema';
import type { Call } from './call';

const MOST = 1_000;
const Limit = z.strictObject({ limit: pageLimit(MOST).optional() });
export const LIMIT_PARAMETER = {
  name: 'limit',
  in: 'query',
  description: 'At most so many entries, the first ones',
  schema: { type: 'integer', minimum: 1, maximum: MOST },
} as const;

/** True for a list without a limit of its own. */
export const takesLimit = ({ answer, input }: Call): boolean =>
  answer instanceof z.ZodArray && input instanceof z.ZodObject && !('limit' in input.shape);

type Query = Record<string, string>;

/** Takes the limit out of a query. */
export function splitLimit({ limit, ...query }: Query): { query: Query; most: number | undefined } {
  return { query, most: parseInput(Limit, limit === undefined ? {} : { limit }).limit };
}
