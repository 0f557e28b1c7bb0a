import { useActionData, useLocation } from '@remix-run/react';
import { useRef } from 'react';

/**
 * The answer of the page's action, as long as the page stays at its address. Remix forgets it with every revalidation,
 * which each live change causes, and a refusal with its input would be lost.
 */
export function useAnswer<Action>(): ReturnType<typeof useActionData<Action>> {
  const answer = useActionData<Action>();
  const { key } = useLocation();
  const latest = useRef<{ answer: typeof answer; key: string }>();
  if (answer !== undefined) latest.current = { answer, key };
  return latest.current?.key === key ? latest.current.answer : undefined;
}
