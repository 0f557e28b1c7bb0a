/** A browser that receives notifications, and a push service. Only the browser's private key can read the messages. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type JsonWebKey,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client';
import { startReceiver, type Call } from './receiver';
import { makeCertificate } from './tls';

export type Said = { tag: string; text: string; path: string };

/** Starts a push service on this machine, with the settings that let the application trust and call it. */
export async function startPushService() {
  const { cert, key, folder } = makeCertificate();
  const service = await startReceiver({ cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') });
  const env = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt'), PUSH_PRIVATE_ADDRESSES: 'on' };
  return { ...service, env };
}

let count = 0;

/** Returns a browser whose endpoint is a path of its own. */
export function browserAt(serviceUrl: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${String((count += 1))}`;
  const subscription = {
    endpoint: serviceUrl + path,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };

  /** Decrypts by RFC 8291 and RFC 8188, without the library that encrypts. */
  function read({ bytes }: Call): Said {
    const salt = bytes.subarray(0, 16);
    const end = 21 + bytes.readUInt8(20);
    const server = bytes.subarray(21, end);
    const derive = (ikm: Buffer, by: Buffer, info: string | Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', ikm, by, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), server]);
    const ikm = derive(pair.computeSecret(server), auth, info, 32);
    const key = derive(ikm, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derive(ikm, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(bytes.subarray(-16));
    const plain = Buffer.concat([decipher.update(bytes.subarray(end, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as Said;
  }
  return { path, subscription, read, turnOn: (who: Client) => who.put('/api/user/push', subscription) };
}

/** Returns the sender's claims by RFC 8292, after checking the signature with the key. */
export function claimsOf({ headers }: Call): { key: string; claims: Record<string, unknown> } {
  const [, jwt = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey;
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('Not signed with this key');
  return { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown> };
}
