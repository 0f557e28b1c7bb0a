import { Suspense, useContext, useRef, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { PageContext } from './page-context';

type Props = {
  /** Its rules are not among those of the page, so that the server's markup has a link to the whole style sheet. */
  needsSheet?: true;
  /** Shown until its code is loaded. With it, the server's markup stays until then. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** Shows a component of `lazyOr` even before hydration. Until then React keeps the server's markup. */
export function ServedFirst({ needsSheet, fallback, children }: Props) {
  const { href } = useContext(PageContext);
  const served = useRef<HTMLElement | null>(null);
  if (useHydrated()) {
    const html = fallback && served.current?.innerHTML;
    return (
      <Suspense fallback={html ? <div dangerouslySetInnerHTML={{ __html: html }} /> : fallback}>
        {children}
      </Suspense>
    );
  }
  return typeof document === 'undefined' ? (
    <div>
      {needsSheet && href && <link rel="stylesheet" href={href} />}
      {children}
    </div>
  ) : (
    <div
      ref={(box) => (served.current ??= box)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}
