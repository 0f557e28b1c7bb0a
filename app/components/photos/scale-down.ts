/** In the browser: a camera's picture becomes one that a weak line can carry. */
import { LONGEST_SIDE, MOST_PHOTO_BYTES } from '~/domain/tasks/proof/photo';

const QUALITY = 0.7;
const SMALLER = [1, 0.75, 0.5, 0.35];

/** A JPEG of at most 1,280 pixels and 200 kB. The file itself when this browser can't read it: the server may. */
export async function scaleDown(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const fit = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    for (const scale of SMALLER) {
      const blob = await drawn(picture, fit * scale);
      if (blob && blob.size <= MOST_PHOTO_BYTES) {
        picture.close();
        return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
      }
    }
    picture.close();
    return file;
  } catch {
    return file;
  }
}

function drawn(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const sheet = document.createElement('canvas');
  sheet.width = Math.max(1, Math.round(picture.width * scale));
  sheet.height = Math.max(1, Math.round(picture.height * scale));
  const pen = sheet.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(picture, 0, 0, sheet.width, sheet.height);
  return new Promise((resolve) => {
    sheet.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}
