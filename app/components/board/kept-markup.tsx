import { useLocation } from '@remix-run/react';
import { createElement, useContext, type ReactNode, type RefObject } from 'react';
import { PageContext } from '~/components/page/page-context';
import { ShownZone } from '~/ui/time';

type Props = {
  as: 'ul' | 'div';
  /** The data that the list shows: the same object for everybody who sees the same. */
  of: object;
  /** Of the element, in the browser. */
  place: RefObject<HTMLElement>;
  className?: string;
  role?: string;
  /** Other values that change the markup. */
  also?: string;
  /** They depend on nothing but the data, the address' search and the zone of their times, and use no id of React's. */
  children: ReactNode;
};

/** A long list. The server renders it once for all who see the same; browsers render it as any other. */
export function KeptMarkup({ as, of, place, className, role, also = '', children }: Props) {
  const shown = useContext(ShownZone);
  const { search } = useLocation();
  const { markupOf } = useContext(PageContext);
  if (!markupOf) return createElement(as, { className, role, ref: place }, children);
  const list = <ShownZone.Provider value={shown}>{children}</ShownZone.Provider>;
  return createElement(as, {
    className,
    role,
    dangerouslySetInnerHTML: { __html: markupOf(of, `${shown.zone} ${also} ${search}`, list) },
  });
}
