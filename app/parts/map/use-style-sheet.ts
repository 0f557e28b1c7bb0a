import { useEffect, useState } from 'react';

/** Brings a style sheet along with what needs it. @returns whether it is there, or will not come. */
export function useStyleSheet(href: string): boolean {
  const [settled, setSettled] = useState(() => document.querySelector(`link[href="${href}"]`) !== null);
  useEffect(() => {
    if (settled) return;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = link.onerror = () => {
      setSettled(true);
    };
    document.head.append(link);
  }, [href, settled]);
  return settled;
}
