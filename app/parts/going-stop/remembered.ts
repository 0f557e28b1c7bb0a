import { orRemembered } from '~/parts/offline/or-remembered';
import { rememberedRoute } from '~/parts/offline/shown-route';
import { askedFor, goingStop, type GoingStop } from './going-stop';

/** For clientLoaders: where there is no line, the stop is taken from what the page behind shows. */
export function orRememberedStop(
  request: Request,
  taskIdParam: string | undefined,
  ask: () => Promise<GoingStop>,
): Promise<GoingStop> {
  const route = rememberedRoute();
  const asked = askedFor(Number(taskIdParam), new URL(request.url).searchParams);
  return orRemembered(ask, route && goingStop(route, asked, ''));
}
