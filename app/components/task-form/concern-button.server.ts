import { settleConcerns } from '~/domain/tasks/activity/concerns.server';
import { button } from '~/forms/submit.server';
import { pagePath } from '~/http/session.server';

/** The button of `Concerns`: back to the same page, which no longer asks for it. */
export const settleButton = (request: Request) => ({
  settle: button(settleConcerns, () => ({ redirectTo: pagePath(request), toast: { title: 'Settled' } })),
});
