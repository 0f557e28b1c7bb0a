import { isRouteErrorResponse } from '@remix-run/react';
import { rememberedList } from '~/parts/signature/kept';
import { goingStop, type GoingStop } from './going-stop';

/** For clientLoaders: where there is no line, the stop is taken from what the page behind shows. */
export async function orRememberedStop(
  taskIdParam: string | undefined,
  ask: () => Promise<GoingStop>,
): Promise<GoingStop> {
  try {
    return await ask();
  } catch (error) {
    const known = rememberedList();
    const stop = known && goingStop(known, Number(taskIdParam), '');
    if (!stop || error instanceof Response || isRouteErrorResponse(error)) throw error;
    return stop;
  }
}
