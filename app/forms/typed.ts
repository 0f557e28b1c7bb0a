/**
 * The values of a form's fields: as sent if the form was refused, else as stored. Also decides which fields of a draft
 * count as typed.
 */
import type { SubmissionResult } from '@conform-to/react';

type Sent = SubmissionResult | undefined;

export function typedText(sent: Sent, name: string, stored = ''): string {
  if (!sent?.initialValue) return stored;
  const value = sent.initialValue[name];
  return typeof value === 'string' ? value : '';
}

/** The values of checkboxes that share a name. */
export function typedList(sent: Sent, name: string, stored: readonly string[]): readonly string[] {
  if (!sent?.initialValue) return stored;
  return [sent.initialValue[name]].flat().filter((each) => typeof each === 'string');
}

export const typedBox = (sent: Sent, name: string, stored: boolean) =>
  sent?.initialValue ? sent.initialValue[name] === 'on' : stored;

/** Names of fields that hold no typed input. */
const UNTYPED = /^(_.*|intent|version|linked|all|offered|(was|seen)_.*|[a-zA-Z]*Ids?|.*_shown)$/;

/** True when a draft holds typed input. */
export const hasTyped = (draft: Record<string, string[]>) =>
  Object.entries(draft).some(([name, values]) => !UNTYPED.test(name) && values.some((value) => value !== ''));
