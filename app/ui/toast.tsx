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
import { useHydrated } from './use-hydrated';

export type ToastMessage = {
  id: string;
  title: string;
  description?: string | undefined;
  tone?: 'default' | 'destructive' | undefined;
};
type Show = (message: Omit<ToastMessage, 'id'>) => void;

const ToastView = lazy(() => import('./toast-view'));
const ShowToast = createContext<Show>(() => undefined);

/** For islands: shows a message now. */
export const useToast = () => useContext(ShowToast);

/** @param message what the server has to say on this page, if anything. */
export function ToastHost({ message, children }: { message: ToastMessage | null; children: ReactNode }) {
  const [queue, setQueue] = useState<ToastMessage[]>([]);
  const hydrated = useHydrated();
  const add = useCallback((added: ToastMessage) => {
    setQueue((waiting) => (waiting.some(({ id }) => id === added.id) ? waiting : [...waiting, added]));
  }, []);
  const show = useCallback<Show>(
    (shown) => {
      add({ ...shown, id: `${String(performance.now())}-${shown.title}` });
    },
    [add],
  );
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
          <ToastView
            key={current.id}
            message={current}
            onClose={() => {
              setQueue((waiting) => waiting.slice(1));
            }}
          />
        </Suspense>
      )}
    </ShowToast.Provider>
  );
}
