/** Turns the forms about the stop under way into actions for the outbox. */
import { MOST_PHOTO_BYTES } from '~/domain/tasks/proof/photo';
import type { DriverAction } from './driver-action';
import { onServerClock } from './send';

/** null when only the server can check the form, or has to scale a photo down. */
export async function completionOf(form: FormData): Promise<DriverAction | null> {
  const photos = await photosOf(form);
  const [signature_image, signed_by, typed_name] = ['signature_image', 'signed_by', 'typed_name'].map(
    (name) => textOf(form, name),
  );
  if (!photos || !(signature_image ?? typed_name)) return null;
  return { ...stopOf(form), status: 'completed', signature_image, signed_by, typed_name, photos };
}

/** The report that a stop could not be completed; null as above. */
export async function failureReportOf(form: FormData): Promise<DriverAction | null> {
  const photos = await photosOf(form);
  const [reason, note] = [textOf(form, 'reason'), textOf(form, 'note')?.replaceAll(/\s+/g, ' ')];
  if (!photos || !reason || (reason === 'other' && !note)) return null;
  return { ...stopOf(form), status: 'hold', failure_reason: note ? `${reason}: ${note}` : reason, photos };
}

const stopOf = (form: FormData) => ({
  kind: 'status' as const,
  taskIds: form.getAll('taskIds').map(Number),
  occurred_at: onServerClock(Date.now()),
});

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return (typeof value === 'string' && value.trim()) || undefined;
}

/** As data URLs; null when the API would not accept one of them. */
async function photosOf(form: FormData): Promise<string[] | null> {
  const files = form.getAll('photos').filter((each): each is File => each instanceof File && each.size > 0);
  const isFit = ({ type, size }: File) => /^image\/(jpeg|png)$/.test(type) && size <= MOST_PHOTO_BYTES;
  return files.every(isFit) ? Promise.all(files.map(dataUrlOf)) : null;
}

async function dataUrlOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${file.type};base64,${btoa(text)}`;
}
