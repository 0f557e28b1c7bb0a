/** The one question, in the same words wherever it is asked. */
export const SHARING_QUESTION = 'Share your location while you have stops?';
export const SHARING_MEANING = 'Dispatch sees where you are. Nothing is stored off duty.';
