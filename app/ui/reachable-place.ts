import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** While a dialog is modal, what lies outside of it can be neither seen nor reached; messages go inside. */
export function useReachablePlace(): Element | null {
  const { key } = useLocation();
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => {
    setPlace(document.querySelector('dialog:modal') ?? document.body);
  }, [key]);
  return place;
}
