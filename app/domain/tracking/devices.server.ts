/**
 * Tracker apps of drivers. Each reports to an address with a token of its own, of which only the hash is
 * stored.
 */
import { row, rows, transaction } from 'db/connection';
import { Device as StoredDevice } from 'db/models/positions';
import { prepared } from 'db/statement';
import { randomBytes } from 'node:crypto';
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { hashOf } from '~/domain/network/users/sessions.server';
import { recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { authorizeFor, requirePerson } from '~/domain/kernel/permissions';
import { atUser } from '~/domain/network/users/schema';
import { RECEIVER } from './devices';
import { STANDING, type Standing } from './record-positions.server';
import { AddDevice, atDevice, DeviceAnswer, NewDeviceAnswer, type Device, type NewDevice } from './schema';
import { DRIVES } from '~/domain/network/users/queries.server';
import { say } from '~/domain/kernel/sentence';

const MOST = 10;
const DEVICE = `d.id, d.kind, d.name, to_json(d.created_at) #>> '{}' as "createdAt",
  to_json(d.last_seen_at) #>> '{}' as "lastSeenAt", d.battery`;

const INSERT = `
  insert into devices as d (user_id, kind, name, token_hash) values ($userId, $kind, $name, $hash)
  returning ${DEVICE}`;
const REVOKE = `
  update devices d set revoked_at = now() from users u
  where d.id = $deviceId and d.user_id = $userId and d.revoked_at is null and u.id = d.user_id
  returning ${DEVICE}, coalesce(nullif(u.name, ''), u.username) as user`;

const lockDriver = (userId: number) =>
  row<{ name: string; devices: number }>(
    `select coalesce(nullif(name, ''), username) as name,
       (select count(*)::integer from devices where user_id = u.id and revoked_at is null) as devices
     from users u where id = $userId and ${DRIVES} for no key update`,
    { userId },
  );

export const listDevices = query(
  {
    summary: 'The tracker apps that report positions of a driver',
    about: "Your own, or as an admin anyone's.",
    may: 'manageDevices',
    at: atUser,
    answer: z.array(DeviceAnswer),
  },
  ({ actor, userId }) => {
    authorizeFor(actor, 'manageDevices', userId);
    return rows<Device>(
      `select ${DEVICE} from devices d where d.user_id = $userId and d.revoked_at is null order by d.id`,
      { userId },
    );
  },
);

export const addDevice = command(
  {
    summary: 'Adds a tracker app',
    about: 'Said once: the path that it reports to, which is secret. Not for API tokens.',
    may: 'manageDevices',
    at: atUser,
    input: AddDevice,
    answer: NewDeviceAnswer,
    creates: true,
    refusals: [404, 409],
    repeated: ({ path: _, ...device }) => device,
  },
  async ({ actor, userId, input: { kind, name } }) => {
    requirePerson(actor);
    authorizeFor(actor, 'manageDevices', userId);
    const token = randomBytes(18).toString('base64url');
    return transaction(async () => {
      const user = await lockDriver(userId);
      if (!user) throw notFound('Driver');
      if (user.devices >= MOST) throw conflict(say('tooManyTrackers', { most: MOST }));
      const made = await row<NewDevice>(INSERT, { userId, kind, name, hash: hashOf(token) });
      if (!made) throw new Error('The device was not stored');
      const changes = { app: [null, kind], name: [null, name] } as Record<string, [null, string]>;
      await recordAdminEvent(actor, {
        act: 'device.added',
        target: { id: userId, name: user.name },
        changes,
      });
      return { ...made, path: RECEIVER + token };
    });
  },
);

export const revokeDevice = command(
  {
    summary: 'Removes a tracker app',
    about: 'At once: what it still sends is dropped. Its positions stay until they are too old.',
    may: 'manageDevices',
    at: atDevice,
    answer: DeviceAnswer,
    refusals: [404],
  },
  async ({ actor, userId, deviceId }) => {
    authorizeFor(actor, 'manageDevices', userId);
    return transaction(async () => {
      const gone = await row<Device & { user: string }>(REVOKE, { deviceId, userId });
      if (!gone) throw notFound('Tracker app');
      const { user, ...device } = gone;
      const changes = { name: [device.name, null] as [string, null] };
      await recordAdminEvent(actor, { act: 'device.revoked', target: { id: userId, name: user }, changes });
      return device;
    });
  },
);

/** Revokes all devices of a user, in the transaction under way. */
export async function revokeDevicesOf(userId: number): Promise<void> {
  await StoredDevice.update({ revokedAt: fn('now') }, { where: { userId, revokedAt: null } });
}

const BY_TOKEN = prepared(
  `select ${STANDING}, d.id as "deviceId", d.kind as source,
     d.revoked_at is not null or u.deactivated_at is not null as "isRevoked"
   from devices d join users u on u.id = d.user_id left join last_positions p on p.driver_id = u.id
   where d.token_hash = $hash`,
);

/** Returns the hashes of all tokens that ever existed, as hex. */
export async function tokenHashes(): Promise<Set<string>> {
  const found = await rows<{ hash: string }>(
    "select encode(token_hash, 'hex') as hash from devices order by id desc limit 100000",
  );
  return new Set(found.map(({ hash }) => hash));
}
export const tokenHashOf = (token: string) => hashOf(token).toString('hex');

/** Returns the driver whose app has this token; null when no such token ever existed. */
export const standingByToken = (token: string) =>
  row<Standing & { isRevoked: boolean }>(BY_TOKEN, { hash: hashOf(token) });
