/** Reads a stored day of a driver. A view of another person's trail is recorded in the audit log. */
import * as z from 'zod/v4';
import { execute, row, rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { moment } from '~/domain/kernel/answers';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { businessZone } from '~/domain/network/settings/network.server';
import { authorizeFor } from '~/domain/kernel/permissions';
import { Retention } from '~/domain/network/settings/retention-schema';
import { readSetting } from '~/domain/network/settings/settings.server';
import { wallClock } from '~/domain/kernel/time';
import { atUser } from '~/domain/network/users/schema';

const TrailOf = z.strictObject({
  date: z.iso
    .date('date must be a day like 2026-03-09')
    .optional()
    .describe('A business day; today without it'),
});

const TrailAnswer = z
  .strictObject({
    date: z.iso.date(),
    driver: z.string(),
    keptDays: z.int().describe('After so many days positions are deleted'),
    positions: z.array(
      z.strictObject({
        at: moment,
        latitude: z.number(),
        longitude: z.number(),
        accuracy: z.number().nullable().describe('Meters'),
        battery: z.int().nullable().describe('Percent'),
        source: z.string().describe('The driver’s page, or the name of the phone with a tracker app'),
      }),
    ),
  })
  .meta({ id: 'Trail' });
export type Trail = z.output<typeof TrailAnswer>;

const MOST = 10_000;
const PAGE = 'Driver’s page';

export const getTrail = query(
  {
    summary: 'Where a driver was on one day, oldest first',
    about: `Your own, or as a dispatcher anyone's; that is recorded in the audit log. At most ${MOST.toLocaleString('en-US')} positions.`,
    may: 'readTrail',
    at: atUser,
    input: TrailOf,
    answer: TrailAnswer,
    refusals: [404],
  },
  async ({ actor, userId, input: { date = wallClock(new Date(), businessZone()).date } }): Promise<Trail> => {
    authorizeFor(actor, 'readTrail', userId);
    const user = await row<{ name: string }>(
      `select coalesce(nullif(name, ''), username) as name from users where id = $userId`,
      { userId },
    );
    if (!user) throw notFound('User');
    if (userId !== actor.id) await noteLook(actor, { id: userId, name: user.name }, date);
    const { positions: keptDays } = await readSetting('retention', Retention);
    return { date, driver: user.name, keptDays, positions: await positionsOn(date, userId) };
  },
);

const positionsOn = (date: string, userId: number) =>
  rows<Trail['positions'][number]>(
    `select to_json(p.at) #>> '{}' as at, p.latitude, p.longitude, p.accuracy::float8, p.battery,
       coalesce(d.name, $page) as source
     from positions p left join devices d on d.id = p.device_id
     where p.driver_id = $userId and p.at >= $date::date::timestamp at time zone $zone
       and p.at < ($date::date + 1)::timestamp at time zone $zone
     order by p.at limit $most`,
    { userId, date, zone: businessZone(), page: PAGE, most: MOST },
  );

/** Recorded once an hour, because an open page asks again and again. */
const noteLook = (actor: Actor, target: { id: number; name: string }, date: string): Promise<void> =>
  execute(
    `insert into admin_events (actor_id, act, target_id, target_name, changes)
     select $actorId, 'trail.viewed', $id::text, $name, $changes::jsonb
     where not exists (select from admin_events where actor_id = $actorId and act = 'trail.viewed'
       and target_id = $id::text and changes = $changes::jsonb and created_at > now() - interval '1 hour')`,
    { actorId: actor.id, id: target.id, name: target.name, changes: JSON.stringify({ day: [null, date] }) },
  );
