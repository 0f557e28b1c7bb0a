import { useLocation, useNavigation } from '@remix-run/react';

/**
 * The query of this page's address as it will be when what has been clicked is there. A form of filters goes by it: on a
 * slow line, what is typed next must not take the click back.
 */
export function useAimedSearch(): string {
  const here = useLocation();
  const aim = useNavigation().location;
  return aim?.pathname === here.pathname ? aim.search : here.search;
}
