import type { ReactNode } from 'react';
import type { Look } from './move-buttons';
import { SteadyList } from './steady-list';

/** On a phone, stops stay under the thumb while others move. */
export function Listing({ look, children }: { look: Look; children: ReactNode }) {
  return look === 'thumb' ? <SteadyList>{children}</SteadyList> : <ol>{children}</ol>;
}
