/**
 * The private parts of Remix and React Router that pages use, each with the reason. No other file of the browser uses
 * one: see tests/domain/router-internals.test.ts.
 */
import { useContext, useRef } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouter,
  UNSAFE_DataRouterStateContext,
  type RouterProviderProps,
} from 'react-router-dom';

export type Router = RouterProviderProps['router'];

/**
 * The router itself. The public hooks give its state as it was rendered, which is some time after a change, and they
 * can leave states out: a submission that was answered would look like a canceled one. The code of a route can be
 * replaced only here.
 */
export const useRouter = (): Router | undefined => useContext(DataRouter)?.router;

/**
 * For submissions without a press, for example after a pause, which must not stop a person who leaves the page.
 * @returns the key of the router's present or next location.
 */
export function useRouterDestination(): () => string | undefined {
  const router = useRouter();
  return useRef(() => (router?.state.navigation.location ?? router?.state.location)?.key).current;
}

/** Remix's scroll restoration reads when to scroll from this context, and takes no other instruction. */
export const RouterState = UNSAFE_DataRouterStateContext;

/** The files of each route. No public part names them before the route is opened. */
export const routeFiles = () => window.__remixManifest.routes;

/** The routes that the server has rendered. They must be known before React starts. */
export const renderedRoutes = () => Object.keys(window.__remixRouteModules);
