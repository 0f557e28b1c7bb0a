/**
 * Records the driver's trail while the page is open: every 15 seconds or 50 meters, kept on the phone until the server
 * has it. It is loaded after the page is usable.
 */
import { useSubmit } from '@remix-run/react';
import { openDB, type IDBPDatabase } from 'idb';
import { useEffect, useState } from 'react';
import { onServerClock } from '~/components/offline/driver-action';
import { noteFix, watchIs, type PhoneFix } from '~/components/offline/where';
import { straightMetres } from '~/domain/geography/distance';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { sharing as words } from '~/words/en/device';

export type TrailProps = {
  driverId: number;
  /** Null when the driver was not asked yet. */
  shares: boolean | null;
  /** True when the next customer is told how far away the driver is. */
  customersSee?: boolean | undefined;
  /** True with pending tasks or a stop under way. */
  isOnDuty: boolean;
};

export default function TrailRecorder({ driverId, shares, customersSee, isOnDuty }: TrailProps) {
  const [isRefused, setRefused] = useState(false);
  const watches = shares === true && isOnDuty;
  useEffect(() => {
    if (watches) return recordTrail(driverId, setRefused);
  }, [driverId, watches]);
  // The server renders nothing, because a page without JavaScript reports no positions.
  if (typeof document === 'undefined' || !('geolocation' in navigator)) return null;
  if (shares === null && isOnDuty) return <Question customersSee={customersSee} />;
  if (watches && isRefused)
    return (
      <Banner tone="info" title={words.unknown}>
        {words.allowLocation}
      </Banner>
    );
  return null;
}

/** Asks below the route, so that the next step stays within reach of the thumb. */
function Question({ customersSee }: Pick<TrailProps, 'customersSee'>) {
  const submit = useSubmit();
  const answer = (shares: boolean) => () => {
    submit(
      { intent: 'saveSharing', shares: String(shares) },
      { method: 'post', action: '/location?driver', preventScrollReset: true },
    );
  };
  return (
    <Banner tone="info" title={words.question}>
      <Stack gap={2}>
        <p>{words.meaning(customersSee ?? false)}</p>
        <Inline>
          <Button type="button" size="touch" variant="primary" onClick={answer(true)}>
            {words.share}
          </Button>
          <Button type="button" size="touch" onClick={answer(false)}>
            {words.dontShare}
          </Button>
        </Inline>
      </Stack>
    </Banner>
  );
}

const EVERY_MS = 15_000;
const EVERY_METRES = 50;
const MOST_STORED = 5_000;
const MOST_AT_ONCE = 300;

const NAME = 'parts-dispatch-trail';
type StoredFix = { id?: number; driverId: number; fix: PhoneFix };

let opened: Promise<IDBPDatabase> | null = null;
const phone = () =>
  (opened ??= openDB(NAME, 1, {
    upgrade: (database) => {
      database.createObjectStore('fixes', { keyPath: 'id', autoIncrement: true });
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  }));

type Battery = { level: number };

/** @returns a function that ends it. */
function recordTrail(driverId: number, refused: (isRefused: boolean) => void): () => void {
  let last: PhoneFix | null = null;
  let battery: Battery | null = null;
  let isStopped = false;
  const device = navigator as Navigator & { getBattery?: () => Promise<Battery> };
  void device.getBattery?.().then((found) => (battery = found));
  const take = async ({ coords, timestamp }: GeolocationPosition) => {
    refused(false);
    const { latitude, longitude, accuracy, speed } = coords;
    const level = battery === null ? null : Math.round(battery.level * 100);
    const fix: PhoneFix = {
      latitude,
      longitude,
      accuracy,
      speed,
      battery: level,
      at: onServerClock(timestamp),
    };
    noteFix(fix);
    if (last && !isDue(last, fix)) return;
    last = fix;
    await storeFix({ driverId, fix });
    if (!isStopped) await send(driverId);
  };
  const failed = ({ code }: GeolocationPositionError) => {
    if (code === 1) {
      refused(true);
      watchIs(false);
    }
  };
  const again = () => void send(driverId);
  watchIs(true);
  const watch = navigator.geolocation.watchPosition(
    (position) => {
      take(position).catch(() => undefined); // without storage only a position gets lost
    },
    failed,
    { enableHighAccuracy: true, maximumAge: 5_000 },
  );
  window.addEventListener('online', again);
  again();
  return () => {
    isStopped = true;
    watchIs(false);
    navigator.geolocation.clearWatch(watch);
    window.removeEventListener('online', again);
  };
}

const placeOf = ({ latitude, longitude }: PhoneFix) => ({ lat: latitude, lng: longitude });
const isDue = (before: PhoneFix, now: PhoneFix) =>
  Date.parse(now.at) - Date.parse(before.at) >= EVERY_MS ||
  straightMetres(placeOf(before), placeOf(now)) >= EVERY_METRES;

async function storeFix(stored: StoredFix): Promise<void> {
  const database = await phone();
  await database.add('fixes', stored);
  const keys = await database.getAllKeys('fixes');
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST_STORED)))
    await database.delete('fixes', key);
}

let sending: Promise<void> | null = null;

/** Sends stored positions, oldest first, one request at a time. After a failure, the next position starts it again. */
function send(driverId: number): Promise<void> {
  return (sending ??= sendAll(driverId)
    .catch(() => undefined)
    .finally(() => {
      sending = null;
    }));
}

async function sendAll(driverId: number): Promise<void> {
  const database = await phone();
  for (;;) {
    const all = (await database.getAll('fixes')) as Required<StoredFix>[];
    // Deletes positions of another driver of this phone, because only that driver's session may send them.
    for (const { id } of all.filter((each) => each.driverId !== driverId)) await database.delete('fixes', id);
    const some = all.filter((each) => each.driverId === driverId).slice(0, MOST_AT_ONCE);
    if (some.length === 0 || !navigator.onLine) return;
    const answer = await fetch('/api/positions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-User-Id': String(driverId) },
      body: JSON.stringify({ positions: some.map(({ fix }) => fix) }),
    });
    // The server would refuse a refused position again, so it is deleted.
    if (!answer.ok && (answer.status >= 500 || [401, 408, 429].includes(answer.status))) return;
    for (const { id } of some) await database.delete('fixes', id);
  }
}
