import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { frame } from '~/words/en/frame';
import { LinkButton } from './button';
import { wholeSheet } from './sheet';

/** The fallback of a part that a page works without. */
export const Nothing = () => null;

function Missing() {
  const { pathname, search } = useLocation();
  return (
    <p>
      {frame.partNotShown}{' '}
      <LinkButton to={pathname + search} reloadDocument>
        {frame.refreshPage}
      </LinkButton>
    </p>
  );
}

/** A component that is loaded when it is first shown. If that fails, for example offline, the fallback is shown. */
export const lazyOr = <Props,>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback: ComponentType<Props> = Missing,
) =>
  lazy(async () => {
    const [component] = await Promise.all([load().catch(() => ({ default: Fallback })), wholeSheet()]);
    return component;
  });

/**
 * Shows a component of `lazyOr` that the server renders too. React would report an error if server-rendered markup
 * changed during loading, so that markup is for browsers without JavaScript only.
 */
export function Island({ children }: { children: ReactNode }) {
  return useHydrated() ? <Suspense>{children}</Suspense> : <noscript>{children}</noscript>;
}

const LATEST_MS = 2_000;

/** Safari has no idle callback. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: LATEST_MS });
  else setTimeout(run, LATEST_MS / 10);
}
