/** The process that decodes pictures, one at a time. A bundle of its own: build/picture-worker.js. */
import sharp from 'sharp';
import { workerOf } from '~/domain/platform/worker-process.server';

/** Redraws a picture before it is stored: scaled down, upright, on white, and without metadata such as GPS. */

export type Rule = {
  mostPixels: number;
  /** In pixels. */
  longestSide: number;
  mostBytes: number;
  /** The qualities of the JPEG to try in turn, until it is small enough. */
  qualities: number[];
};

export type Refusal = 'unreadable' | 'too many pixels' | 'interlaced' | 'one colour';
/** `error` is the message of the library. */
export type Made = { image: Buffer } | { refusal: Refusal; error?: string };

// All passes of an interlaced PNG have to be kept in memory: a file of 13 kB can cost seconds.
const MOST_INTERLACED_PIXELS = 2_000_000;
const SMALLER = [1, 0.75, 0.5];
// The standard deviation of a channel, 0 to 127.5. A pen line over 0.1 % of a white image gives 8; JPEG noise
// on one color gives less than 1.
const LEAST_CONTRAST = 2;

async function pictureOf(sent: Uint8Array, rule: Rule): Promise<Made> {
  try {
    const refusal = (await refusalByHead(sent, rule)) ?? null;
    return refusal ? { refusal } : await made(sent, rule);
  } catch (error) {
    return { refusal: 'unreadable', error: error instanceof Error ? error.message : String(error) };
  }
}

async function refusalByHead(sent: Uint8Array, { mostPixels }: Rule): Promise<Refusal | null> {
  const { width, height, format, isProgressive } = await sharp(sent, { limitInputPixels: false }).metadata();
  const pixels = width * height;
  if (pixels > mostPixels) return 'too many pixels';
  return format === 'png' && isProgressive && pixels > MOST_INTERLACED_PIXELS ? 'interlaced' : null;
}

async function made(
  sent: Uint8Array,
  { mostPixels, longestSide, mostBytes, qualities }: Rule,
): Promise<Made> {
  // sharp drops all metadata, also the location, so the picture is rotated by its EXIF data first.
  const { data, info } = await sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' })
    .rotate()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const upright = () => sharp(data, { raw: info });
  const { channels } = await upright().stats();
  if (Math.max(...channels.map(({ stdev }) => stdev)) < LEAST_CONTRAST) return { refusal: 'one colour' };
  for (const scale of SMALLER) {
    for (const quality of qualities) {
      const image = await upright()
        .resize(Math.ceil(info.width * scale))
        .jpeg({ quality })
        .toBuffer();
      if (image.length <= mostBytes) return { image };
    }
  }
  throw new Error('The picture stays too large');
}

export type PictureInput = { sent: Uint8Array; rule: Rule };

// Two such processes with one thread each are all the capacity that pictures get.
sharp.concurrency(1);
sharp.cache(false);

export const decode = workerOf(({ sent, rule }: PictureInput): Promise<Made> => pictureOf(sent, rule));
