import { useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * For lists with many links: plain anchors, which render fast, and one listener that navigates without loading a
 * document. Unlike useDelegatedAnchors of remix-utils, it keeps the scroll position, which dialogs need.
 */
export function useLinksInPlace<Place extends HTMLElement>() {
  const navigate = useNavigate();
  const place = useRef<Place>(null);
  useEffect(() => {
    const element = place.current;
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
        return;
      if (link.origin !== window.location.origin || link.hasAttribute('download')) return;
      event.preventDefault();
      navigate(link.pathname + link.search, { preventScrollReset: true });
    };
    element?.addEventListener('click', open);
    return () => {
      element?.removeEventListener('click', open);
    };
  }, [navigate]);
  return place;
}
