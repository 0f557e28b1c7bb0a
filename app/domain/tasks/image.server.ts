/** What an image is by its bytes and its pixels, whatever its sender calls it. */
import sharp from 'sharp';

// Standard deviation of a channel, 0 to 127.5. A pen line over 0.1 % of a white image gives 8; JPEG noise on one colour under 1.
const LEAST_CONTRAST = 2;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** By the first bytes; null for everything that is neither of these. */
export function mediaTypeOf(image: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | null {
  if (image.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  if (image.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  const isRiff = image.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && image.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null;
}

/** Nothing is to be seen on it. Throws when it can't be read, or has more pixels than that. */
export async function isOneColour(image: Buffer, mostPixels: number): Promise<boolean> {
  const { channels } = await sharp(image, { limitInputPixels: mostPixels, failOn: 'error' }).stats();
  return Math.max(...channels.map(({ stdev }) => stdev)) < LEAST_CONTRAST;
}
