/** Names that still work and go with a later release. An answer to a request that has one says so (RFC 9745, RFC 8594). */
import * as z from 'zod/v4';

const DECIDED = new Date('2026-11-28T00:00:00Z');
/** They work until then at least. */
const UNTIL = new Date('2027-03-01T00:00:00Z');

export const FORMER_HEADERS = {
  Deprecation: `@${String(DECIDED.getTime() / 1_000)}`,
  Sunset: UNTIL.toUTCString(),
};

const formerNames = (input: z.ZodType): string[] =>
  input instanceof z.ZodObject
    ? Object.entries(input.shape as Record<string, z.ZodType>)
        .filter(([, field]) => field.meta()?.deprecated)
        .map(([name]) => name)
    : [];

export const hasFormer = (input: z.ZodType): boolean => formerNames(input).length > 0;

/** @param value what a client has sent. @returns the headers of the answer. */
export const formerHeaders = (input: z.ZodType, value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null && formerNames(input).some((name) => name in value)
    ? FORMER_HEADERS
    : {};
