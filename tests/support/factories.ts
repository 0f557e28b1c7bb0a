/** Tasks as a dispatcher enters them, and a signature as a customer draws it. */
import sharp from 'sharp';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from './client';

export const delivery = (more: Record<string, unknown> = {}) => ({
  type: 'delivery',
  location: 'Brookside Auto Repair',
  address: '6300 Brookside Plaza, Kansas City, MO 64113',
  invoice_number: 'INV-1001',
  ...more,
});

export const pickup = (more: Record<string, unknown> = {}) => ({
  type: 'pickup',
  location: 'Prairie Parts Supply',
  address: '7901 Metcalf Ave, Overland Park, KS 66204',
  part_numbers: 'A-100, B-200',
  ...more,
});

export const transfer = (more: Record<string, unknown> = {}) => ({
  type: 'transfer',
  location: 'Northland Hub',
  address: '200 NE 72nd St, Gladstone, MO 64118',
  part_numbers: 'T-1',
  transfer_destination_location: 'Southside Hub',
  transfer_destination_address: '11900 Blue Ridge Blvd, Grandview, MO 64030',
  ...more,
});

/** Places a stop on one meridian, so that a stop between two others is on the way. Without a latitude it has no coordinates. */
export const atLatitude = (latitude: string | null) => ({
  location: `Stop ${String(latitude)}`,
  address: `${String(latitude)} Nowhere`,
  latitude,
  longitude: latitude && '-94.6',
});

export const onMeridian = (latitude: string | null, more: Record<string, unknown> = {}) =>
  delivery({ driver_id: null, ...atLatitude(latitude), ...more });

/** Creates a task. It repeats the call after a 503, which a busy machine may send when nothing was written. */
export async function make(dispatcher: Client, task: Record<string, unknown>): Promise<Task> {
  const { status, body } = await dispatcher.post<Task>('/api/tasks', task);
  if (status === 503) return make(dispatcher, task);
  if (status !== 201) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
  return body;
}

const dataUrl = (type: string, image: Buffer) => `data:image/${type};base64,${image.toString('base64')}`;
const sheet = (ink: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#fff"/>${ink}</svg>`,
  );

/** Draws a line as a JPEG. Each seed gives another line. */
export async function signature(seed = 1): Promise<string> {
  const points = Array.from(
    { length: 12 },
    (_, i) => `${String(30 + i * 30)} ${String(100 + ((i * seed * 37) % 70) - 35)}`,
  );
  const ink = `<path d="M${points.join(' L')}" fill="none" stroke="#000" stroke-width="2"/>`;
  return dataUrl('jpeg', await sharp(sheet(ink)).jpeg({ quality: 60 }).toBuffer());
}

export const blankSignature = async () => dataUrl('jpeg', await sharp(sheet('')).jpeg().toBuffer());

/** Returns a picture like that of a camera, with a location in it and stored sideways. */
export async function cameraPhoto(width = 400, height = 300): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { Make: 'Camera', Orientation: '6' }, IFD3: { GPSLatitude: '39/1 5/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export const photoUrl = async (width?: number, height?: number) =>
  dataUrl('jpeg', await cameraPhoto(width, height));

/** @param bytes the contents after the header of a data URL that claims to be a PNG. */
export const fakePng = (bytes: Buffer) => dataUrl('png', bytes);
