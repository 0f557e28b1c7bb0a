/** The one question, in the same words wherever it is asked. */
export const SHARING_QUESTION = 'Share your location while you have stops?';
/** @param customersSee what links for customers say. */
export const sharingMeaning = (customersSee = false) =>
  `Dispatch sees where you are${customersSee ? ', and the next customer how far away' : ''}. Nothing is stored off duty.`;
