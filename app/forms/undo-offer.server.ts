import type { FlashToast } from '~/http/redirect.server';

/** The Undo button of a message about an action. */
export function undoOffer(undoId: string | null): Pick<FlashToast, 'offer'> {
  if (undoId === null) return {};
  return offerOf({ undoId });
}

/** The Undo button of a message about an applied plan. */
export const undoPlanOffer = (planId: number) => offerOf({ intent: 'plan', planId: String(planId) });

const offerOf = (fields: Record<string, string>) => ({
  offer: { label: 'Undo', action: '/dispatcher/undo', fields, seconds: 60 },
});
