import { MOST_PHOTOS } from '~/domain/tasks/photo';
import { photoImage, refused } from '~/domain/tasks/photo-image.server';

/** Takes the chosen files out of a form: what is left of it can be checked, kept and sent back like any other. */
export function takePhotos(form: FormData): File[] {
  const files = form.getAll('photos').filter((each): each is File => each instanceof File && each.size > 0);
  form.delete('photos');
  return files;
}

/** One after the other: a camera's picture needs much memory. Throws `invalid`, like `photoImage`. */
export async function photoImages(files: File[]): Promise<Buffer[]> {
  if (files.length > MOST_PHOTOS) throw refused(`A task has at most ${String(MOST_PHOTOS)} photos`);
  const images: Buffer[] = [];
  for (const file of files) images.push(await photoImage(Buffer.from(await file.arrayBuffer())));
  return images;
}
