import type { Act } from '~/parts/offline/act';
import { perform } from '~/parts/offline/perform';

// A refusal is said where it was typed or signed; a slow line is not waited for.
const PATIENCE_MS = 3_000;

/** For clientActions of the forms about the stop under way: by way of the outbox, and back to the route. */
export const performAtStop = async <Result>(
  request: Request,
  actOf: (form: FormData) => Promise<Act | null>,
  ask: () => Promise<Result>,
) =>
  perform(request, {
    act: await actOf(await request.clone().formData()),
    ask,
    failure: 'Failed to update tasks',
    redirectTo: '/driver',
    patience: PATIENCE_MS,
  });
