/** Shows messages, one at a time for five seconds. Before JavaScript, a message is at the top of the page. */
import {
  createContext,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Form, useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Banner } from './banner';
import { Button, LinkButton } from './button';
import { lazyOr, Nothing } from './lazy-or';
import { useOfferRefusal, type Offer } from './offer';
import * as css from './toast.css';
import type { ShownMessage, ToastMessage, ToastViewProps } from './toast-view';
import { frame } from '~/words/en/frame';
import { Lines } from './layout';

type Show = (message: Omit<ShownMessage, 'id'>) => void;

// The toast is loaded with the first message. If that fails, for example offline, a plain view shows the message.
const ToastView = lazyOr(() => import('./toast-view'), ToastPlain);
const LaterOffer = lazyOr(async () => ({ default: (await import('./toast-view')).LaterOffer }), Nothing);
const ShowToast = createContext<Show>(() => undefined);

type InPlace = { message: ToastMessage; onClose?: (() => void) | undefined };
/** Messages in the page itself: those that stay and, before hydration, all messages. */
const InPlaceMessage = createContext<{ said: InPlace | null; noteDialog: (by: 1 | -1) => void }>({
  said: null,
  noteDialog: () => undefined,
});

/** Shows the message inside a dialog, because the dialog covers the top of the page. */
export function MessageInDialog() {
  const { said, noteDialog } = useContext(InPlaceMessage);
  useEffect(() => {
    noteDialog(1);
    return () => {
      noteDialog(-1);
    };
  }, [noteDialog]);
  return said && <FirstMessage {...said} />;
}

/** Returns a function that shows a message now. */
export const useToast = () => useContext(ShowToast);

/** @param message the server's message for this page, if any. */
export function ToastHost({ message, children }: { message: ToastMessage | null; children: ReactNode }) {
  // One message is visible at a time. A newer one replaces it.
  const [current, setCurrent] = useState<ShownMessage | null>(null);
  const [said, setSaid] = useState<ShownMessage | null>(null);
  const hydrated = useHydrated();
  const add = useCallback((added: ShownMessage) => {
    setCurrent(added);
    setSaid(added);
  }, []);
  const show = useCallback<Show>(
    (shown) => {
      add({ ...shown, id: `${String(performance.now())}-${shown.title}` });
    },
    [add],
  );
  const close = useCallback(() => {
    setCurrent(null);
  }, []);
  const forget = useCallback(() => {
    setSaid(null);
  }, []);
  useEffect(() => {
    if (message && isNew(message)) add(message);
  }, [message, add]);
  const offered = useRef<Offer>();
  offered.current = said?.offer ?? offered.current;
  const refusal = useOfferRefusal();
  useEffect(() => {
    if (!refusal) return;
    show({ title: frame.error, description: refusal.error, tone: 'destructive', offer: offered.current });
  }, [refusal, show]);
  const [dialogs, setDialogs] = useState(0);
  const noteDialog = useCallback((by: 1 | -1) => {
    setDialogs((count) => count + by);
  }, []);
  const staying = useMemo((): InPlace | null => {
    if (!hydrated) return message && { message };
    return current?.stays ? { message: current, onClose: close } : null;
  }, [hydrated, message, current, close]);
  const inPlace = useMemo(() => ({ said: staying, noteDialog }), [staying, noteDialog]);
  return (
    <ShowToast.Provider value={show}>
      {staying && dialogs === 0 && (
        <div className={css.first}>
          <FirstMessage {...staying} />
        </div>
      )}
      <InPlaceMessage.Provider value={inPlace}>{children}</InPlaceMessage.Provider>
      {current && !current.stays && (
        <Suspense fallback={null}>
          <ToastView key={current.id} message={current} onClose={close} />
        </Suspense>
      )}
      {said?.offer && (
        <Suspense fallback={null}>
          <LaterOffer
            key={said.id}
            offer={said.offer}
            title={said.title}
            hidden={current !== null}
            onEnd={forget}
          />
        </Suspense>
      )}
    </ShowToast.Provider>
  );
}

const LAST_SAID = 'last-said';

/** A message is shown once, even if its page is shown again or comes from the service worker's cache. */
function isNew({ id }: ToastMessage): boolean {
  try {
    if (localStorage.getItem(LAST_SAID) === id) return false;
    localStorage.setItem(LAST_SAID, id);
  } catch {
    // without storage a message may be shown twice
  }
  return true;
}

/** A message at the top of the page. */
function FirstMessage({ message: { title, description, tone, offer, link }, onClose }: InPlace) {
  const { pathname, search } = useLocation();
  return (
    <Banner tone={tone === 'destructive' ? 'error' : 'success'} title={title}>
      <Lines text={description} />
      {link && (
        <LinkButton to={link.to} preventScrollReset>
          {link.label}
        </LinkButton>
      )}
      {offer && (
        <Form method="post" action={offer.action}>
          <OfferFields fields={offer.fields} back={pathname + search} />
          <Button>{offer.label}</Button>
        </Form>
      )}
      {onClose && (
        <Button type="button" onClick={onClose}>
          {frame.dismiss}
        </Button>
      )}
    </Banner>
  );
}

function OfferFields({ fields, back }: { fields: Offer['fields']; back: string }) {
  return Object.entries({ ...fields, back }).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

const STAYS_MS = 5_000;

/** The toast of a page that could not load the real one. It has the same text for the same time. */
function ToastPlain({ message: { title, description, tone }, onClose }: ToastViewProps) {
  useEffect(() => {
    const timer = window.setTimeout(onClose, STAYS_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [onClose]);
  return (
    <div className={css.viewport}>
      <Banner tone={tone === 'destructive' ? 'error' : 'success'} title={title}>
        <Lines text={description} />
      </Banner>
    </div>
  );
}
