import { Suspense, useContext, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { PageContext } from './page-context';

type Props = {
  /** Its rules are not among those of the page, so that the server's markup has a link to the whole style sheet. */
  needsSheet?: true;
  children: ReactNode;
};

/** Shows a component of `lazyOr` even before hydration. Until then React keeps the server's markup. */
export function ServedFirst({ needsSheet, children }: Props) {
  const { href } = useContext(PageContext);
  if (useHydrated()) return <Suspense>{children}</Suspense>;
  return typeof document === 'undefined' ? (
    <div>
      {needsSheet && href && <link rel="stylesheet" href={href} />}
      {children}
    </div>
  ) : (
    <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  );
}
