import { useLocation } from '@remix-run/react';
import { useCallback } from 'react';
import { withView } from './view';

/** Makes links between the board and its dialogs that keep search, filters and what the map shows. */
export function useViewLink(): (to: string) => string {
  const { search } = useLocation();
  return useCallback((to: string) => withView(to, search), [search]);
}
