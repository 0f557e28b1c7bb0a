import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/**
 * The element for messages. While a dialog is modal, it is the dialog, because content outside can be neither seen nor
 * reached.
 */
export function useReachablePlace(): Element | null {
  const { key } = useLocation();
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => {
    setPlace(document.querySelector('dialog:modal') ?? document.body);
  }, [key]);
  return place;
}
