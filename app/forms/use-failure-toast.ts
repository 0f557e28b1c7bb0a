import { useEffect } from 'react';
import { useToast } from '~/ui/toast';
import { frame } from '~/words/en/frame';

type Problem = { error: string; fields?: unknown; changes?: unknown } | null;

/** Shows a toast with the reason why nothing was saved, unless the form shows it beside a field or as a conflict. */
export function useFailureToast(problem: Problem, title = frame.error): void {
  const show = useToast();
  useEffect(() => {
    if (!problem || problem.fields || problem.changes) return;
    show({ title, description: problem.error, tone: 'destructive' });
  }, [problem, show, title]);
}
