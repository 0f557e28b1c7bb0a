import { orRemembered } from '~/parts/offline/or-remembered';
import { rememberedRoute } from '~/parts/offline/shown-route';
import { goingStop, type GoingStop } from './going-stop';

/** For clientLoaders: where there is no line, the stop is taken from what the page behind shows. */
export function orRememberedStop(
  taskIdParam: string | undefined,
  ask: () => Promise<GoingStop>,
): Promise<GoingStop> {
  const route = rememberedRoute();
  return orRemembered(ask, route && goingStop(route, Number(taskIdParam), ''));
}
