import { useLocation, useSubmit, type SubmitOptions } from '@remix-run/react';
import { startTransition, useEffect, useRef, useState, type RefObject } from 'react';
import { useRouter, useRouterDestination, type Router } from '~/ui/router-internals';

type Save<Value> = {
  /** The value to save. It must stay the same object until `onEnd`. */
  next: Value | null;
  /** @returns the value that would be lost if the page were left now. */
  unsaved: (sent: Value | null) => Value | null;
  toForm: (value: Value) => FormData;
  options: SubmitOptions;
  /** Milliseconds before a value is sent. A newer value can replace it during this time. */
  pauseMs: number;
  /** Called in the same rendering as the router's new data: the saved list, or a refusal. */
  onEnd: (value: Value) => void;
  /** Sends the value without the router. */
  sendBeside: (value: Value) => void;
  /** Called for a value whose submission another navigation has canceled. The server may have received it. */
  onCanceled?: (value: Value) => void;
};

/** Milliseconds between attempts while the page navigates elsewhere. */
const AGAIN_MS = 50;

/**
 * Saves values one after the other without a press. It never stops a person who leaves the page: unsaved values are
 * then sent without the router.
 * @returns the value that was sent last.
 */
export function useSave<Value extends object>(save: Save<Value>): RefObject<Value> {
  const router = useRouter();
  const submit = useSubmit();
  const { key } = useLocation();
  const destination = useRouterDestination();
  const sent = useRef<Value | null>(null);
  const [outcome, setOutcome] = useState<'under way' | Outcome>('answered');
  const stop = useRef<() => void>();
  const send = (value: Value): boolean => {
    if (destination() !== key) return false;
    const form = save.toForm(value);
    sent.current = value;
    setOutcome('under way');
    submit(form, { ...save.options, method: 'post' });
    stop.current = router && onceEnded(router, form, setOutcome);
    return true;
  };
  const latest = useRef({ ...save, send });
  latest.current = { ...save, send };
  const { next } = save;
  useEffect(() => {
    if (next === null || outcome === 'under way') return;
    const { onEnd, onCanceled, pauseMs } = latest.current;
    if (sent.current === next) {
      if (outcome === 'canceled') onCanceled?.(next);
      onEnd(next);
      return;
    }
    const attempt = () => {
      if (!latest.current.send(next)) timer = window.setTimeout(attempt, AGAIN_MS);
    };
    let timer = window.setTimeout(attempt, pauseMs);
    return () => {
      window.clearTimeout(timer);
    };
  }, [next, outcome]);
  useEffect(() => {
    const leave = () => {
      const value = latest.current.unsaved(sent.current);
      if (value) latest.current.sendBeside(value);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      stop.current?.();
      leave();
    };
  }, []);
  return sent;
}

type Outcome = 'answered' | 'canceled';

/**
 * Loading follows a submission that was answered, but not one that another navigation has replaced.
 * @returns a function that ends the waiting.
 */
function onceEnded(router: Router, form: FormData, tell: (outcome: Outcome) => void): () => void {
  let outcome: Outcome = 'canceled';
  const stop = router.subscribe(({ navigation }) => {
    if (navigation.formData === form) {
      if (navigation.state === 'loading') outcome = 'answered';
      return;
    }
    stop();
    // The router's own state is rendered in a transition as well.
    startTransition(() => {
      tell(outcome);
    });
  });
  return stop;
}
