/**
 * What proves that something was done, as it is sent and as it is kept. Making the one of the other takes time, so it
 * comes before a transaction opens, and only for tasks that are the sender's.
 */
import type { Actor } from '~/domain/actor';
import { bytesOf, keptImage, mediaTypeOf, refused, type Kind } from './image.server';
import { requireOwn } from '~/domain/tasks/lifecycle/own.server';
import { LONGEST_SIDE, MOST_PHOTO_BYTES, MOST_PHOTOS } from './photo';
import { readSignature, typedSignature, type Signature } from './signatures.server';

export type Proof = { signature?: Signature; photos: Buffer[] };

type SentProof = {
  /** A data URL. */
  signature_image?: string | null | undefined;
  signed_by?: string | null | undefined;
  /** A full name in place of a drawn signature, from a device that can't draw. */
  typed_name?: string | undefined;
  /** Data URLs, or the bytes of files. */
  photos?: (string | Buffer)[] | undefined;
};

const PHOTO: Kind = {
  field: 'photos',
  name: 'The photo',
  rule: {
    mostPixels: 25_000_000,
    longestSide: LONGEST_SIDE,
    mostBytes: MOST_PHOTO_BYTES,
    qualities: [70, 55, 40],
  },
  unreadable: 'The photo can not be read',
  oneColour: 'Nothing is to be seen on the photo',
};

/**
 * @param tasks the id of one, or those of a batch.
 * @throws what a command on them would throw, `invalid` for pictures that can't be kept.
 */
export async function proofOf(actor: Actor, tasks: number | number[], sent: SentProof): Promise<Proof> {
  const { signature_image, signed_by, typed_name, photos = [] } = sent;
  if (photos.length > MOST_PHOTOS) throw refused(PHOTO, `A task has at most ${String(MOST_PHOTOS)} photos`);
  if (signature_image || photos.length > 0) await requireOwn(actor, tasks);
  const [drawn, ...images] = await Promise.all([
    signature_image ? readSignature(actor, signature_image, signed_by) : undefined,
    ...photos.map((photo) => photoOf(actor, photo)),
  ]);
  const signature = drawn ?? (typed_name ? typedSignature(typed_name) : undefined);
  return { photos: images, ...(signature && { signature }) };
}

async function photoOf(actor: Actor, photo: string | Buffer): Promise<Buffer> {
  const sent = typeof photo === 'string' ? bytesOf(photo) : photo;
  if (!mediaTypeOf(sent))
    throw refused(PHOTO, 'The photo is no picture that can be read. Send a JPEG, PNG or WebP');
  return keptImage(actor, sent, PHOTO);
}
