/** The dialogs about the stop under way on a phone that may be offline. */
import { cachedRoute, withCachedRoute } from '~/components/offline/cached-route';
import type { DriverAction } from '~/components/offline/driver-action';
import { perform } from '~/components/offline/perform';
import { askedFor, goingStop, type GoingStop } from './going-stop';

/** For clientLoaders: offline, the stop is taken from the page behind. */
export function withCachedStop(
  request: Request,
  taskIdParam: string | undefined,
  ask: () => Promise<GoingStop>,
): Promise<GoingStop> {
  const route = cachedRoute();
  const asked = askedFor(Number(taskIdParam), new URL(request.url).searchParams);
  return withCachedRoute(ask, route && goingStop(route, asked, ''));
}

// Long enough for a refusal to be shown in the dialog; on a slow connection the dialog closes before the answer.
const PATIENCE_MS = 3_000;

/** For clientActions: sends the form by way of the outbox and returns to the route. */
export const performAtStop = async <Result>(
  request: Request,
  actionOf: (form: FormData) => Promise<DriverAction | null>,
  ask: () => Promise<Result>,
) =>
  perform(request, {
    act: await actionOf(await request.clone().formData()),
    ask,
    failure: 'Failed to update tasks',
    redirectTo: '/driver',
    patience: PATIENCE_MS,
  });
