/** A picture that somebody sends as proof, made fit to be kept. */
import type { Actor } from '~/domain/actor';
import { invalid } from '~/domain/errors';
import { decode } from '~/domain/pictures/decode.server';
import type { Refusal, Rule } from '~/domain/pictures/picture.server';

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What is sent for, and where a refusal belongs. */
export type Kind = {
  /** Of a form or a body. */
  field: string;
  /** At the beginning of a sentence. */
  name: string;
  rule: Rule;
  unreadable: string;
  oneColour: string;
};

export const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** By the first bytes; null for everything that is neither of these. */
export function mediaTypeOf(image: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | null {
  if (image.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  if (image.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  const isRiff = image.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && image.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null;
}

/** As JPEG, whatever was sent. Throws `invalid` for what is no picture, too large to be one, or of one colour. */
export async function keptImage(actor: Actor, sent: Buffer, kind: Kind): Promise<Buffer> {
  const made = await decode(actor, sent, kind.rule);
  if ('refusal' in made) throw refused(kind, sentenceOf(made.refusal, kind));
  return made.image;
}

export const refused = ({ field }: Kind, message: string) => invalid(message, { [field]: [message] });

function sentenceOf(refusal: Refusal, { name, rule, unreadable, oneColour }: Kind): string {
  switch (refusal) {
    case 'unreadable':
      return unreadable;
    case 'one colour':
      return oneColour;
    case 'interlaced':
      return `${name} is an interlaced PNG of more than 2 megapixels. Send a JPEG`;
    case 'too many pixels':
      return `${name} has more than ${String(rule.mostPixels / 1_000_000)} megapixels`;
  }
}
