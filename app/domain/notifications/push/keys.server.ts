/** Reads or makes the key pair that identifies this installation to push services (VAPID). */
import { execute } from 'db/connection';
import { PushKeys } from 'db/models/push';
import { createECDH } from 'node:crypto';

type Keys = { publicKey: string; privateKey: string };

let known: Keys | undefined;

/** When several instances start at once, the first makes the keys of all. */
export async function pushKeys(): Promise<Keys> {
  known ??= (await read()) ?? (await make());
  return known;
}

const read = () => PushKeys.findRow(['publicKey', 'privateKey'], { where: { id: true } });

async function make(): Promise<Keys> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  await execute(
    `insert into push_keys (public_key, private_key) values ($publicKey, $privateKey) on conflict do nothing`,
    {
      publicKey: pair.getPublicKey().toString('base64url'),
      // The key has a fixed length, so leading zeros are kept.
      privateKey: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    },
  );
  const made = await read();
  if (!made) throw new Error('The keys of notifications have not been stored');
  return made;
}
