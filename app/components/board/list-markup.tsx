import { useLocation } from '@remix-run/react';
import { createElement, useContext, type ReactNode, type RefObject } from 'react';
import { PageContext } from '~/components/page/page-context';
import { placeOfKey } from '~/domain/views/board/search';
import { ShownZone } from '~/ui/time';

type Props = {
  as: 'ul' | 'div';
  /** The data of the list. It must be the same object for all requests that show the same list. */
  of: object;
  /** Refers to the list's element in the browser. */
  place: RefObject<HTMLElement>;
  className?: string;
  role?: string;
  /** Other values that change the markup. */
  also?: string;
  /** They must depend on the data, the address' search and the shown time zone only, and use no `useId`. */
  children: ReactNode;
};

/** A long list. The server keeps its markup for all requests that show the same; browsers render it normally. */
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

/** A text in which the searched words are marked. @param wanted a key of the search. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const [from, to] = placeOfKey(text, wanted) ?? [0, 0];
  if (to === 0) return text;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
