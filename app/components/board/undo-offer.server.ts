export { undoOffer } from '~/forms/undo-offer.server';
