/** The input that a form was sent with, if its action refused it or its session had ended. */
import type { SubmissionResult } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { createContext, useContext } from 'react';

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
