import { useContext, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router-dom';

/**
 * For submissions without a press, for example after a pause, which must not stop a person who leaves the page. It
 * reads the router itself, because React renders the router's state some time after a change.
 * @returns the key of the router's present or next location.
 */
export function useRouterDestination(): () => string | undefined {
  const router = useContext(DataRouter)?.router;
  return useRef(() => (router?.state.navigation.location ?? router?.state.location)?.key).current;
}
