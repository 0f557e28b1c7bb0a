/** What a driver's photo becomes before it is kept: small, upright, and without a word about where it was taken. */
import sharp from 'sharp';
import { invalid } from '~/domain/errors';
import { isOneColour, mediaTypeOf } from './image.server';
import { LONGEST_SIDE, MOST_PHOTO_BYTES } from './photo';

// More than phones send unless told to; a small file that claims as much is a bomb.
const MAX_PIXELS = 110_000_000;
const QUALITIES = [70, 55, 40];
const SMALLER = [1, 0.75, 0.5];

/** @throws invalid for what is no picture, too large to be one, or of one colour. */
export async function photoImage(sent: Buffer): Promise<Buffer> {
  if (!mediaTypeOf(sent)) throw refused('The photo is no picture that can be read. Send a JPEG, PNG or WebP');
  const image = await scaled(sent).catch(() => {
    throw refused('The photo can not be read');
  });
  if (await isOneColour(image, LONGEST_SIDE * LONGEST_SIDE))
    throw refused('Nothing is to be seen on the photo');
  return image;
}

/** Metadata, also the place, are left behind by sharp; turning by EXIF has to come before. */
async function scaled(sent: Buffer): Promise<Buffer> {
  const upright = await sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = upright.info;
  for (const scale of SMALLER) {
    for (const quality of QUALITIES) {
      const image = await sharp(upright.data, { raw: { width, height, channels } })
        .resize(Math.ceil(width * scale))
        .jpeg({ quality })
        .toBuffer();
      if (image.length <= MOST_PHOTO_BYTES) return image;
    }
  }
  throw new Error('The picture stays too large');
}

export const refused = (message: string) => invalid(message, { photos: [message] });
