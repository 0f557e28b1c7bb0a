import { settleConcerns } from '~/domain/tasks/activity/concerns.server';
import { button } from '~/forms/submit.server';
import { pagePath } from '~/http/session.server';

/** The button of `Concerns`. It leads back to the same page, which then no longer shows the concern. */
export const settleButton = (request: Request) => ({
  settle: button(settleConcerns, () => ({ redirectTo: pagePath(request), toast: { title: 'Settled' } })),
});
