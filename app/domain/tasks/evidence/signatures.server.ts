/**
 * Converts and stores proof of delivery: signatures and photos. Converting takes time, so it comes before a
 * transaction opens, and only for tasks of the sender.
 */
import { rows, send } from 'db/connection';
import { TaskSignature } from 'db/models/tasks';
import { prepared } from 'db/statement';
import type { Actor } from '~/domain/kernel/actor';
import { type Action, authorizeAll } from '~/domain/kernel/permissions';
import { type LockedTask, precheckOwnTasks } from '~/domain/tasks/store/locks.server';
import { conflict, fieldRefusal } from '~/domain/kernel/errors';
import { decode } from '~/domain/platform/pictures/decode.server';
import type { Refusal, Rule } from '~/domain/platform/pictures/worker.server';
import { signedForSql } from '~/domain/tasks/model/completion';
import { LONGEST_SIDE, MOST_PHOTO_BYTES, MOST_PHOTOS } from '~/domain/tasks/model/task';
import { say, type Sentence } from '~/domain/kernel/sentence';
import { isDone } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

export type Proof = { signature?: Signature; photos: Buffer[] };

type SentProof = {
  /** A data URL. */
  signature_image?: string | null | undefined;
  signed_by?: string | null | undefined;
  /** A full name in place of a drawn signature, for devices that can't draw. */
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
  unreadable: say('photoUnreadable'),
  oneColour: say('photoBlank'),
};

/**
 * @param tasks the id of a task, or the ids of a batch.
 * @throws the errors of a command on these tasks; `invalid` for pictures that can't be stored.
 */
export async function proofOf(
  actor: Actor,
  tasks: number | number[],
  action: Action,
  sent: SentProof,
): Promise<Proof> {
  const { signature_image, signed_by, typed_name, photos = [] } = sent;
  if (photos.length > MOST_PHOTOS)
    throw refused(PHOTO, say('tooManyPhotos', { most: MOST_PHOTOS, taken: 0 }));
  if (signature_image || photos.length > 0) await precheckOwnTasks(actor, tasks, action);
  const [drawn, ...images] = await Promise.all([
    signature_image ? readSignature(actor, signature_image, signed_by) : undefined,
    ...photos.map((photo) => photoOf(actor, photo)),
  ]);
  const signature = drawn ?? (typed_name ? typedSignature(typed_name) : undefined);
  return { photos: images, ...(signature && { signature }) };
}

async function photoOf(actor: Actor, photo: string | Buffer): Promise<Buffer> {
  const sent = typeof photo === 'string' ? bytesOf(photo) : photo;
  if (!mediaTypeOf(sent)) throw refused(PHOTO, say('photoNotImage'));
  return jpegImage(actor, sent, PHOTO);
}

export type Signature = {
  image: Buffer;
  mediaType: 'image/jpeg' | 'image/svg+xml';
  signedBy: string | null;
  /** The name was typed and not drawn; the image shows it. */
  typed: boolean;
};

const MAX_BYTES = 200_000;
const NOT_VALID = say('pictureInvalid', { what: 'The signature image' });
const SIGNATURE: Kind = {
  field: 'signature_image',
  name: 'The signature image',
  rule: { mostPixels: 4_000_000, longestSide: 1_600, mostBytes: MAX_BYTES, qualities: [80, 60, 40] },
  unreadable: NOT_VALID,
  oneColour: say('signatureEmpty'),
};

/** @throws invalid for data that is no image, too large, or of one color. */
async function readSignature(
  actor: Actor,
  dataUrl: string,
  signedBy: string | null | undefined,
): Promise<Signature> {
  const sent = bytesOf(dataUrl);
  if (sent.length > MAX_BYTES) throw refused(SIGNATURE, say('pictureTooLarge', { what: SIGNATURE.name }));
  const mediaType = mediaTypeOf(sent);
  if (!mediaType || mediaType === 'image/webp' || !dataUrl.startsWith(`data:${mediaType};`))
    throw refused(SIGNATURE, NOT_VALID);
  const image = await jpegImage(actor, sent, SIGNATURE);
  return { image, mediaType: 'image/jpeg', signedBy: signedBy || null, typed: false };
}

/** Draws the image of a typed name, marked as typed, for devices that can't draw. */
function typedSignature(name: string): Signature {
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

type Signing = { /** An existing signature can't be replaced. */ isFinal: boolean };

/**
 * Stores the signature, unless it is stored already.
 * @returns the former and the new name for the history; null when nothing has changed.
 * @throws conflict when there is a different one that can't be replaced.
 */
export async function sign(
  task: LockedTask,
  signature: Signature,
  { isFinal }: Signing,
): Promise<[string | null, string] | null> {
  const before = task.isSigned === false ? null : await TaskSignature.findByPk(task.id);
  const { image, signedBy } = signature;
  // A repeated request without the name keeps the name.
  if (before?.image.equals(image) && (signedBy === null || signedBy === before.signedBy)) return null;
  if (before && isFinal) throw conflict(say('alreadySigned'));
  await send(SIGN, { taskId: task.id, ...signature });
  task.isSigned = true;
  return [before && nameOf(before), nameOf(signature)];
}

const SIGN = prepared(
  `insert into task_signatures (task_id, image, media_type, signed_by, typed, created_at)
   values ($taskId, $image, $mediaType, $signedBy, $typed, date_trunc('milliseconds', clock_timestamp()))
   on conflict (task_id) do update set image = excluded.image, media_type = excluded.media_type,
     signed_by = excluded.signed_by, typed = excluded.typed, created_at = excluded.created_at`,
);

const nameOf = ({ signedBy, typed }: Pick<Signature, 'signedBy' | 'typed'>) =>
  signedBy ?? (typed ? 'typed' : 'drawn');

export async function hasSignature(task: LockedTask): Promise<boolean> {
  return task.isSigned !== false && (await TaskSignature.count({ where: { taskId: task.id } })) > 0;
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A kind of picture, and the field of its refusal. */
type Kind = {
  /** The field of the form or the body. */
  field: string;
  /** For the beginning of a sentence. */
  name: string;
  rule: Rule;
  unreadable: Sentence;
  oneColour: Sentence;
};

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** Tells the type by the first bytes; null for other data. */
function mediaTypeOf(image: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | null {
  if (image.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  if (image.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  const isRiff = image.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && image.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null;
}

/** Converts any picture to JPEG. @throws invalid for data that is no picture, too large, or of one color. */
async function jpegImage(actor: Actor, sent: Buffer, kind: Kind): Promise<Buffer> {
  const made = await decode(actor, sent, kind.rule);
  if ('refusal' in made) throw refused(kind, sentenceOf(made.refusal, kind));
  return made.image;
}

const refused = ({ field }: Kind, sentence: Sentence) => fieldRefusal(field, sentence);

function sentenceOf(refusal: Refusal, { name, rule, unreadable, oneColour }: Kind): Sentence {
  switch (refusal) {
    case 'unreadable':
      return unreadable;
    case 'one colour':
      return oneColour;
    case 'interlaced':
      return say('pictureInterlaced', { what: name });
    case 'too many pixels':
      return say('pictureTooManyPixels', { what: name, most: rule.mostPixels / 1_000_000 });
  }
}

/** Completed deliveries without a signature that are not archived. */

export type Unsigned = { id: number; location: string; invoiceNumber: string };

const MOST = 50;

/** @returns the latest of them, and the number of all. */
export async function unsignedDeliveries(actor: Actor): Promise<{ tasks: Unsigned[]; count: number }> {
  authorizeAll(actor, 'archiveEverything');
  const found = await rows<Unsigned & { total: number }>(
    `select t.id, t.location, t.invoice_number as "invoiceNumber", count(*) over ()::integer as total
     from tasks t
     where ${signedForSql('t')} and ${statusIs(isDone)} and not t.archived
       and not exists (select from task_signatures s where s.task_id = t.id)
     order by t.completed_at desc, t.id limit ${String(MOST)}`,
  );
  const tasks = found.map(({ total: _, ...task }) => task);
  return { tasks, count: found[0]?.total ?? 0 };
}
