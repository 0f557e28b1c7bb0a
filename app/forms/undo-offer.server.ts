import type { FlashToast } from '~/http/redirect.server';

/** The Undo button of a message, for an act that changed something. */
export function undoOffer(undoId: string | null): Pick<FlashToast, 'offer'> {
  if (undoId === null) return {};
  return { offer: { label: 'Undo', action: '/dispatcher/undo', fields: { undoId }, seconds: 60 } };
}
