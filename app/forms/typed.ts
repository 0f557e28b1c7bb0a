/**
 * The values of a form's fields: as sent if the form was refused, else as stored. Also decides which fields of a draft
 * count as typed.
 */
import type { SubmissionResult } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { createContext, useContext } from 'react';

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

/** The errors of a field and of its parts. */
export const errorsUnder = (errors: Record<string, string[] | null>, name: string): string[] => [
  ...new Set(
    Object.entries(errors).flatMap(([key, said]) => (key.split(/[.[]/)[0] === name ? (said ?? []) : [])),
  ),
];

/** Names of fields that hold no typed input. */
const UNTYPED = /^(_.*|intent|version|linked|all|offered|(was|seen)_.*|[a-zA-Z]*Ids?|.*_shown)$/;

/** True when a draft holds typed input. */
export const hasTyped = (draft: Record<string, string[]>) =>
  Object.entries(draft).some(([name, values]) => !UNTYPED.test(name) && values.some((value) => value !== ''));

/** Input that was kept across a sign-in, with the form's path and button. */
export type RestoredInput = { path: string; intent: string; sent: SubmissionResult };
export const RestoredInputContext = createContext<RestoredInput | null>(null);

type Answer = { intent?: string; lastResult: SubmissionResult } | undefined;

/** @param intents the form's buttons. An answer to another form of the page is ignored. */
export function useSent(answer: Answer, ...intents: string[]): SubmissionResult | undefined {
  const restored = useContext(RestoredInputContext);
  const { pathname, search } = useLocation();
  if (answer) return intents.includes(answer.intent ?? intents[0] ?? '') ? answer.lastResult : undefined;
  const isHere = restored?.path === pathname && new URLSearchParams(search).has('draft');
  return isHere && intents.includes(restored.intent) ? restored.sent : undefined;
}
