import { useActionData, useLocation } from '@remix-run/react';
import { useRef } from 'react';

/**
 * What the page's action has answered, as long as the page stays where it is: Remix forgets it when the page is asked
 * for its data again, as every live change does, and a refusal with what was typed would be gone.
 */
export function useAnswer<Action>(): ReturnType<typeof useActionData<Action>> {
  const answer = useActionData<Action>();
  const { key } = useLocation();
  const latest = useRef<{ answer: typeof answer; key: string }>();
  if (answer !== undefined) latest.current = { answer, key };
  return latest.current?.key === key ? latest.current.answer : undefined;
}
