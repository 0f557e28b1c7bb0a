/** Proof of delivery: what counts as a signature, and where it is kept. */
import { TaskSignature } from 'db/models/tasks';
import type { Actor } from '~/domain/actor';
import { conflict } from '~/domain/errors';
import { bytesOf, keptImage, mediaTypeOf, refused, type Kind } from './image.server';

export type Signature = {
  image: Buffer;
  mediaType: 'image/jpeg' | 'image/svg+xml';
  signedBy: string | null;
  /** A full name typed instead of drawn; the image shows that name. */
  typed: boolean;
};

const MAX_BYTES = 200_000;
const NOT_VALID = 'The signature image is not valid';
const SIGNATURE: Kind = {
  field: 'signature_image',
  name: 'The signature image',
  rule: { mostPixels: 4_000_000, longestSide: 1_600, mostBytes: MAX_BYTES, qualities: [80, 60, 40] },
  unreadable: NOT_VALID,
  oneColour: 'The signature is empty',
};

/** Makes a picture of a data URL that can be kept. Throws `invalid` for what is no image, too large, or of one colour. */
export async function readSignature(
  actor: Actor,
  dataUrl: string,
  signedBy: string | null | undefined,
): Promise<Signature> {
  const sent = bytesOf(dataUrl);
  if (sent.length > MAX_BYTES) throw refused(SIGNATURE, 'The signature image is larger than 200 kB');
  const mediaType = mediaTypeOf(sent);
  if (!mediaType || mediaType === 'image/webp' || !dataUrl.startsWith(`data:${mediaType};`))
    throw refused(SIGNATURE, NOT_VALID);
  const image = await keptImage(actor, sent, SIGNATURE);
  return { image, mediaType: 'image/jpeg', signedBy: signedBy || null, typed: false };
}

/** The signature of somebody whose device can't draw: the typed name, drawn by us and marked as typed. */
export function typedSignature(name: string): Signature {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200">' +
    '<rect width="400" height="200" fill="#ffffff"/>' +
    `<text x="200" y="105" font-family="cursive" font-size="32" text-anchor="middle" textLength="${String(Math.min(370, name.length * 17))}" ` +
    `lengthAdjust="spacingAndGlyphs" fill="#14181f">${escapeXml(name)}</text>` +
    '<line x1="15" y1="130" x2="385" y2="130" stroke="#4b5563"/>' +
    '<text x="200" y="155" font-family="sans-serif" font-size="14" text-anchor="middle" fill="#4b5563">typed</text></svg>';
  return { image: Buffer.from(svg), mediaType: 'image/svg+xml', signedBy: name, typed: true };
}

const escapeXml = (value: string) =>
  value.replace(/[<>&"']/g, (character) => `&#${String(character.charCodeAt(0))};`);

type Signing = { /** Whether one that is there already stays. */ isFinal: boolean };

/**
 * Stores it, unless it is there already.
 * @returns how the one before and this one are told of, or null when nothing has changed.
 * @throws conflict when another one is there to stay.
 */
export async function sign(
  taskId: number,
  signature: Signature,
  { isFinal }: Signing,
): Promise<[string | null, string] | null> {
  const before = await TaskSignature.findByPk(taskId);
  const { image, signedBy } = signature;
  // A repetition may leave the name out; it is no reason to forget it.
  if (before?.image.equals(image) && (signedBy === null || signedBy === before.signedBy)) return null;
  if (before && isFinal) throw conflict('This delivery has been signed already');
  await TaskSignature.upsert({ taskId, createdAt: new Date(), ...signature });
  return [before && nameOf(before), nameOf(signature)];
}

const nameOf = ({ signedBy, typed }: Pick<Signature, 'signedBy' | 'typed'>) =>
  signedBy ?? (typed ? 'typed' : 'drawn');

export async function hasSignature(taskId: number): Promise<boolean> {
  return (await TaskSignature.count({ where: { taskId } })) > 0;
}
