/** The question about sharing positions. All pages ask it in the same words. */
export const SHARING_QUESTION = 'Share your location while you have stops?';
/** @param customersSee true when links for customers show the driver's distance. */
export const sharingMeaning = (customersSee = false) =>
  `Dispatch sees where you are${customersSee ? ', and the next customer how far away' : ''}. Nothing is stored off duty.`;
