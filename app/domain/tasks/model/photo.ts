/** Photos of a task. Safe in the browser. */

export const MOST_PHOTOS = 3;
/** In pixels. */
export const LONGEST_SIDE = 1_280;
export const MOST_PHOTO_BYTES = 200_000;

export type Photo = { id: number; url: string };
