import type { SubmissionResult } from '@conform-to/react';

/** The value of a text field as a refused form had it; before that, as it is stored. */
export function typedText(lastResult: SubmissionResult | undefined, name: string, stored = ''): string {
  if (!lastResult?.initialValue) return stored;
  const value = lastResult.initialValue[name];
  return typeof value === 'string' ? value : '';
}

/** The same of checkboxes that share a name. */
export function typedList(
  lastResult: SubmissionResult | undefined,
  name: string,
  stored: readonly string[],
): readonly string[] {
  if (!lastResult?.initialValue) return stored;
  const value = lastResult.initialValue[name];
  return [value].flat().filter((each) => typeof each === 'string');
}
