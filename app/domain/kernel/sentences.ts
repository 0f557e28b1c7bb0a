/** Sets the messages of schemas that have none of their own. */
import * as z from 'zod/v4';

const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** Call it once per process, before schemas are used. */
export function setZodMessages(): void {
  z.config({
    customError: (issue) => {
      if (issue.code === 'invalid_type') return `Must be ${KINDS[issue.expected] ?? issue.expected}`;
      if (issue.code === 'too_small')
        return `Must be at least ${String(issue.minimum)}${UNITS[issue.origin] ?? ''}`;
      if (issue.code === 'too_big')
        return `Must be at most ${String(issue.maximum)}${UNITS[issue.origin] ?? ''}`;
      if (issue.code === 'invalid_value') return `Must be one of ${issue.values.map(String).join(', ')}`;
      if (issue.code === 'invalid_format') return `Must be a valid ${issue.format}`;
      return undefined;
    },
  });
}
