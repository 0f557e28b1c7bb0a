import { useLocation, useSubmit, type SubmitOptions } from '@remix-run/react';
import {
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
  type ContextType,
  type RefObject,
} from 'react';
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router-dom';
import { useRouterDestination } from '~/ui/use-router-destination';

type Save<Value> = {
  /** What is to be saved: the same object until it has ended. */
  next: Value | null;
  /** @returns what would be lost if the page were left now. */
  unsaved: (sent: Value | null) => Value | null;
  toForm: (value: Value) => FormData;
  options: SubmitOptions;
  /** So long another value may take the place of one before it is sent. */
  pauseMs: number;
  /** Together with what the router has then: the list as it is saved, or a refusal. */
  onEnd: (value: Value) => void;
  /** Sends it without the page. */
  sendBeside: (value: Value) => void;
  /** Of what another navigation has canceled. The server may have got it. */
  onCanceled?: (value: Value) => void;
};

/** While the page goes somewhere else. */
const AGAIN_MS = 50;

/**
 * Saves without a press, one value after the other, and never calls back who leaves the page: what is unsaved by then
 * is sent beside it.
 * @returns what was sent last.
 */
export function useSave<Value extends object>(save: Save<Value>): RefObject<Value> {
  const router = useContext(DataRouter)?.router;
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
type Router = NonNullable<ContextType<typeof DataRouter>>['router'];

/**
 * A submission that was answered is followed by loading; one in whose place another navigation came is not.
 * @returns what ends the waiting.
 */
function onceEnded(router: Router, form: FormData, tell: (outcome: Outcome) => void): () => void {
  let outcome: Outcome = 'canceled';
  const stop = router.subscribe(({ navigation }) => {
    if (navigation.formData === form) {
      if (navigation.state === 'loading') outcome = 'answered';
      return;
    }
    stop();
    // As the router's own state is rendered.
    startTransition(() => {
      tell(outcome);
    });
  });
  return stop;
}
