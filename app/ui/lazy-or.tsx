import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { wholeSheet } from './sheet';

/** A component that is loaded when it is first shown. Where that fails, as without a connection, the other one is. */
export const lazyOr = <Props,>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback: ComponentType<Props>,
) =>
  lazy(async () => {
    const [component] = await Promise.all([load().catch(() => ({ default: Fallback })), wholeSheet()]);
    return component;
  });

/**
 * Shows a component of `lazyOr` that the server renders as well. React would report an error if anything changed while
 * it is loaded for what the server has rendered, so that is for browsers without JavaScript only.
 */
export function Island({ children }: { children: ReactNode }) {
  return useHydrated() ? <Suspense>{children}</Suspense> : <noscript>{children}</noscript>;
}

/** Such a component that is shown before JavaScript takes over as well. Until then React keeps what the server wrote. */
export function ServedFirst({ children }: { children: ReactNode }) {
  if (useHydrated()) return <Suspense>{children}</Suspense>;
  return typeof document === 'undefined' ? (
    <div>{children}</div>
  ) : (
    <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  );
}
