/** Proof of delivery: what counts as a signature, and where it is kept. */
import { execute } from 'db/connection';
import { TaskSignature } from 'db/models/tasks';
import sharp from 'sharp';
import { invalid } from '~/domain/errors';

export type Signature = {
  image: Buffer;
  mediaType: 'image/jpeg' | 'image/png' | 'image/svg+xml';
  signedBy: string | null;
  /** A full name typed instead of drawn; the image shows that name. */
  typed: boolean;
};

const MAX_BYTES = 200_000;
const MAX_PIXELS = 1_600 * 800;
// Standard deviation of a channel, 0 to 127.5. A pen line over 0.1 % of a white image gives 8; JPEG noise on one colour under 1.
const LEAST_CONTRAST = 2;
const NOT_VALID = 'The signature image is not valid';

/** Decodes a data URL and looks at its pixels. Throws `invalid` for what is no image, too large, or of one colour. */
export async function readSignature(
  dataUrl: string,
  signedBy: string | null | undefined,
): Promise<Signature> {
  const image = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (image.length > MAX_BYTES) throw refused('The signature image is larger than 200 kB');
  const mediaType = mediaTypeOf(image);
  if (!mediaType || !dataUrl.startsWith(`data:${mediaType};`)) throw refused(NOT_VALID);
  const contrast = await contrastOf(image);
  if (contrast < LEAST_CONTRAST) throw refused('The signature is empty');
  return { image, mediaType, signedBy: signedBy || null, typed: false };
}

/** By the first bytes, whatever the sender calls it. */
function mediaTypeOf(image: Buffer): 'image/jpeg' | 'image/png' | null {
  if (image.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (image.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png';
  return null;
}

async function contrastOf(image: Buffer): Promise<number> {
  try {
    const { channels } = await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).stats();
    return Math.max(...channels.map(({ stdev }) => stdev));
  } catch {
    throw refused(NOT_VALID);
  }
}

const refused = (message: string) => invalid(message, { signature_image: [message] });

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

export async function storeSignature(taskId: number, signature: Signature): Promise<void> {
  await TaskSignature.upsert({ taskId, createdAt: new Date(), ...signature });
}

export async function hasSignature(taskId: number): Promise<boolean> {
  return (await TaskSignature.count({ where: { taskId } })) > 0;
}

export async function dropSignature(taskId: number): Promise<void> {
  await TaskSignature.destroy({ where: { taskId } });
}

const KEPT = 'task_id, image, media_type, signed_by, typed, created_at';

/** Before a task is deleted: its signature goes with it, but may have to come back. */
export async function setSignatureAside(taskId: number): Promise<void> {
  await execute('delete from deleted_signatures where task_id = $taskId', { taskId });
  await execute(
    `insert into deleted_signatures (${KEPT}) select ${KEPT} from task_signatures where task_id = $taskId`,
    { taskId },
  );
}

export async function restoreSignature(taskId: number): Promise<void> {
  await execute(
    `with back as (delete from deleted_signatures where task_id = $taskId returning ${KEPT})
     insert into task_signatures (${KEPT}) select ${KEPT} from back`,
    { taskId },
  );
}

/** A deleted task's signature is gone for good as soon as the deletion can no longer be taken back. */
export async function forgetDeletedSignatures(): Promise<void> {
  await execute("delete from deleted_signatures where deleted_at < now() - interval '2 minutes'");
}
