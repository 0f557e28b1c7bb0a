import { useEffect, useState } from 'react';
import type { Stroke } from './strokes';

/**
 * The strokes of this stop's signature, kept in this tab until the stop is left: a reload, a lost line or a lost
 * session does not take them.
 */
export function useKeptStrokes(stopId: number): [Stroke[], (strokes: Stroke[]) => void] {
  const key = `signature:${String(stopId)}`;
  const [strokes, setStrokes] = useState<Stroke[]>([]);
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept) setStrokes(JSON.parse(kept) as Stroke[]);
    return () => {
      if (window.location.pathname === '/driver') sessionStorage.removeItem(key);
    };
  }, [key]);
  const keep = (changed: Stroke[]) => {
    setStrokes(changed);
    sessionStorage.setItem(key, JSON.stringify(changed));
  };
  return [strokes, keep];
}
