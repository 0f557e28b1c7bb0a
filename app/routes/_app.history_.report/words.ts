/** Figures as people read them. */
const NONE = '–';

export const countWords = (count: number) => count.toLocaleString('en-US');
export const shareWords = (share: number | null) =>
  share === null ? NONE : `${String(Math.round(share))} %`;
export const minutesWords = (minutes: number | null) =>
  minutes === null ? NONE : `${String(Math.round(minutes))} min`;
