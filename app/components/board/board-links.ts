/** Links of the board. Its search parameters stay while dialogs open and close over it. */
import { useLocation } from '@remix-run/react';
import { useCallback } from 'react';
import { keptParams, withParams } from '~/forms/view-params';

/** Search and filters of the board, and the settings of its map. No dialog may use these names for anything else. */
const VIEW_PARAMS = [
  'q',
  'driver',
  'dealership',
  'status',
  'urgent',
  'completed',
  'show',
  'routes',
  'suggested',
  'stop',
];

/** The view's part of `search`: `?…` or empty. @param changed replaces values of the view; null removes one. */
export const boardView = (search: string, changed?: Record<string, string | null>) =>
  keptParams(VIEW_PARAMS, search, changed);

/** The path of a dialog over the board. It keeps the board's view. */
export const withView = (to: string, search: string) => withParams(to, boardView(search));

/** Makes links between the board and its dialogs that keep search, filters and the settings of the map. */
export function useViewLink(): (to: string) => string {
  const { search } = useLocation();
  return useCallback((to: string) => withView(to, search), [search]);
}
