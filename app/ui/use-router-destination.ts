import { useContext, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router-dom';

/**
 * For what is submitted without a press, for example after a pause: it must not call back who is leaving the page. The
 * router itself is asked, because React renders its state some time after it has changed.
 *
 * @returns the key of the location where the router is, or is going.
 */
export function useRouterDestination(): () => string | undefined {
  const router = useContext(DataRouter)?.router;
  return useRef(() => (router?.state.navigation.location ?? router?.state.location)?.key).current;
}
