import { useLocation, useNavigation } from '@remix-run/react';

/**
 * The search of the next address during a navigation, else of the present one. Filter forms start from it, so that
 * input during a slow navigation does not undo the click before.
 */
export function useAimedSearch(): string {
  const here = useLocation();
  const aim = useNavigation().location;
  return aim?.pathname === here.pathname ? aim.search : here.search;
}
