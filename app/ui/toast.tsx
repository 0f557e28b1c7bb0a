/** Messages that come and go: one at a time, five seconds each. Before JavaScript, a message at the top of the page. */
import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
  type ReactNode,
} from 'react';
import { Banner } from './banner';
import { ToastPlain } from './toast-plain';
import { useHydrated } from './use-hydrated';

export type ToastMessage = {
  id: string;
  title: string;
  description?: string | undefined;
  tone?: 'default' | 'destructive' | undefined;
};
/** What an island shows may offer something to do as well. */
type Shown = ToastMessage & { action?: { label: string; run: () => void } };
type Show = (message: Omit<Shown, 'id'>) => void;
export type ToastViewProps = { message: Shown; onClose: () => void };

// Loaded with the first message. Where that fails, for want of a connection say, the message is shown all the same.
const ToastView = lazy(() => import('./toast-view').catch(() => ({ default: ToastPlain })));
const ShowToast = createContext<Show>(() => undefined);

/** For islands: shows a message now. */
export const useToast = () => useContext(ShowToast);

/** @param message what the server has to say on this page, if anything. */
export function ToastHost({ message, children }: { message: ToastMessage | null; children: ReactNode }) {
  const [queue, setQueue] = useState<Shown[]>([]);
  const hydrated = useHydrated();
  const add = useCallback((added: Shown) => {
    setQueue((waiting) => (waiting.some(({ id }) => id === added.id) ? waiting : [...waiting, added]));
  }, []);
  const show = useCallback<Show>(
    (shown) => {
      add({ ...shown, id: `${String(performance.now())}-${shown.title}` });
    },
    [add],
  );
  const close = useCallback(() => {
    setQueue((waiting) => waiting.slice(1));
  }, []);
  useEffect(() => {
    if (message) add(message);
  }, [message, add]);
  const [current] = queue;
  return (
    <ShowToast.Provider value={show}>
      {message && !hydrated && (
        <Banner tone={message.tone === 'destructive' ? 'error' : 'success'} title={message.title}>
          {message.description}
        </Banner>
      )}
      {children}
      {current && (
        <Suspense fallback={null}>
          <ToastView key={current.id} message={current} onClose={close} />
        </Suspense>
      )}
    </ShowToast.Provider>
  );
}
