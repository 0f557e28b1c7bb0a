import { useEffect } from 'react';
import { useToast } from '~/ui/toast';

type Problem = { error: string; fields?: unknown; changes?: unknown } | null;

/** Says why nothing was saved. What belongs to a field is said beside it, and what others changed has a place of its own. */
export function useFailureToast(problem: Problem, title = 'Error'): void {
  const show = useToast();
  useEffect(() => {
    if (!problem || problem.fields || problem.changes) return;
    show({ title, description: problem.error, tone: 'destructive' });
  }, [problem, show, title]);
}
