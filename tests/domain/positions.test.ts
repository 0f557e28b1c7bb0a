/** Rules for positions that are accepted, and the payloads of tracker apps, as the apps send them. */
import { expect, test } from 'vitest';
import { dropReasonOf, type Fix, type Known, sift } from '~/domain/tracking/accept';
import { setupOf } from '~/domain/tracking/devices';
import { motionAfter } from '~/domain/tracking/record-positions.server';
import { piecesOf } from '~/domain/tracking/trail.server';
import { visitsIn } from '~/domain/tracking/visits.server';
import { straightMetres } from '~/domain/geography/distance';
import { readReport } from '~/domain/tracking/trackers';

const NOW = Date.parse('2026-03-09T14:30:00Z');
const DEPOT = { lat: 39.0, lng: -94.6 };
const fix = (more: Partial<Fix> = {}): Fix => ({
  ...DEPOT,
  at: NOW,
  accuracy: 10,
  speed: 12,
  battery: 80,
  ...more,
});
const known = (more: Partial<Known> = {}): Known => ({
  now: NOW,
  dutySince: NOW - 3_600_000,
  last: null,
  doubted: null,
  places: [DEPOT],
  ...more,
});
const reason = (of: Partial<Fix>, with_: Partial<Known> = {}) => dropReasonOf(fix(of), known(with_));

test('possible positions are kept, up to each limit', () => {
  for (const kept of [
    {},
    { accuracy: null, speed: null, battery: null },
    { accuracy: 200 },
    { speed: 55 },
    { at: NOW + 120_000 },
    { at: NOW - 3_600_000 },
    { lat: 40.7, lng: -74 },
  ])
    expect([kept, reason(kept)]).toEqual([kept, null]);
  expect(reason({ lat: 48.1, lng: 11.6 }, { places: [] })).toBe(null);
});

test('impossible positions are dropped, with their reason', () => {
  for (const lat of [NaN, Infinity, 90.1, -91]) expect(reason({ lat })).toBe('malformed');
  for (const more of [{ lng: 181 }, { at: NaN }, { accuracy: -1 }, { speed: NaN }, { lat: 0, lng: 0 }])
    expect([more, reason(more)]).toEqual([more, 'malformed']);
  expect(reason({ accuracy: 201 })).toBe('inaccurate');
  expect(reason({ accuracy: 5_000 })).toBe('inaccurate');
  expect(reason({ speed: 55.1 })).toBe('too fast');
  expect(reason({ at: NOW + 121_000 })).toBe('future');
  expect(reason({ at: NOW - 8 * 86_400_000 }, { dutySince: 0 })).toBe('old');
  expect(reason({ lat: 48.1, lng: 11.6 })).toBe('far away');
});

test('without work, or before it was given, nothing is kept', () => {
  expect(reason({}, { dutySince: null })).toBe('off duty');
  expect(reason({ at: NOW - 3_600_001 })).toBe('off duty');
});

test('a jump is as fast as it implies, unless the accuracies explain it', () => {
  const last = { ...DEPOT, at: NOW - 10_000, accuracy: 10 };
  const north = (metres: number) => ({ lat: DEPOT.lat + metres / 111_195, lng: DEPOT.lng });
  expect(reason(north(560), { last })).toBe(null);
  expect(reason(north(600), { last })).toBe('too fast');
  expect(reason({ ...north(600), accuracy: 100 }, { last })).toBe(null);
  // A wrong position does not exclude the right ones forever.
  expect(reason({ ...north(600), at: NOW }, { last: { ...last, at: NOW - 60_000 } })).toBe(null);
});

test('delayed positions are ordered by their own times; a repeated time is kept once', () => {
  const at = (seconds: number) => fix({ at: NOW - seconds * 1_000 });
  const { kept, dropped } = sift([at(10), at(40), at(10), fix({ speed: 90 }), at(25)], known());
  expect(kept.map((each) => (NOW - each.at) / 1_000)).toEqual([40, 25, 10]);
  expect(dropped).toEqual(['too fast']);
});

test('two positions that agree overrule one before them; one alone does not', () => {
  const away = { lat: 52.5, lng: -94.6, at: NOW - 60_000, accuracy: 10 };
  const at = (seconds: number) => fix({ at: NOW - 50_000 + seconds * 1_000 });
  const alone = sift([at(0)], known({ last: away }));
  expect([alone.kept, alone.dropped, alone.doubted]).toEqual([[], ['too fast'], at(0)]);
  const second = sift([at(15)], known({ last: away, doubted: alone.doubted }));
  expect([second.kept, second.doubted]).toEqual([[at(15)], null]);
  // This holds within one report, too. Later positions are compared with the two.
  expect(sift([at(0), at(15), at(30)], known({ last: away })).kept).toEqual([at(15), at(30)]);
  // A repeated moment or a second outlier confirms nothing.
  expect(sift([at(0)], known({ last: away, doubted: at(0) })).kept).toEqual([]);
  const elsewhere = { ...at(15), lat: 30 };
  expect(sift([elsewhere], known({ last: away, doubted: at(0) })).kept).toEqual([]);
});

test('a position of the future, from a clock that was wrong, keeps out nothing', () => {
  const last = { lat: 30, lng: -94.6, at: NOW + 3 * 365 * 86_400_000, accuracy: 10 };
  expect(sift([fix()], known({ last })).kept).toEqual([fix()]);
});

test('a driver who has not left a place stands there since the first position, in spite of small movements', () => {
  const minute = 60_000;
  const at = (minutes: number, more: object = {}) => ({ ...fix(), at: NOW + minutes * minute, ...more });
  const [first, near, gone] = [at(0), at(4, { lat: fix().lat + 0.0006 }), at(9, { lat: fix().lat + 0.002 })];
  const stood = motionAfter([first, near], null, null);
  expect(stood?.still.since).toBe(NOW);
  expect(motionAfter([gone], near, stood)?.still.since).toBe(gone.at);
  // After a long silence the earlier position does not count.
  expect(motionAfter([at(40)], near, stood)?.still.since).toBe(NOW + 40 * minute);
  expect(motionAfter([], near, stood)).toEqual(stood);
});

test('the way from the position before is where the driver goes; who has hardly moved goes nowhere', () => {
  const heading = (lat: number, lng: number, seconds = 15) =>
    motionAfter(
      [{ ...fix(), lat: fix().lat + lat, lng: fix().lng + lng, at: NOW + seconds * 1_000 }],
      { ...fix(), at: NOW },
      null,
    )?.heading;
  expect([heading(0.001, 0), heading(0, 0.001), heading(-0.001, 0), heading(0, -0.001)]).toEqual([
    0, 90, 180, 270,
  ]);
  expect([heading(0.00005, 0), heading(0.001, 0, 300)]).toEqual([null, null]);
});

const read = (body: unknown, type = 'application/json') =>
  readReport(typeof body === 'string' ? body : JSON.stringify(body), type, new URLSearchParams());

test('OwnTracks', () => {
  const location = {
    _type: 'location',
    BSSID: '6c:3b:6b:x',
    SSID: 'home',
    acc: 14,
    alt: 279,
    batt: 54,
    bs: 1,
    conn: 'w',
    created_at: 1773066600,
    lat: 38.9717,
    lon: -94.5916,
    m: 1,
    t: 'u',
    tid: 'al',
    tst: 1773066598,
    vac: 3,
    vel: 36,
    topic: 'owntracks/user/phone',
    inregions: ['Stop 1'],
  };
  expect(read(location)).toEqual({
    transitions: [],
    malformed: 0,
    wantsList: true,
    fixes: [{ lat: 38.9717, lng: -94.5916, at: 1773066598000, accuracy: 14, speed: 10, battery: 54 }],
  });
  const transition = {
    _type: 'transition',
    acc: 20,
    desc: 'stop 17',
    event: 'enter',
    lat: 38.9,
    lon: -94.5,
    tst: 1773066598,
    wtst: 1773060000,
    t: 'c',
    tid: 'al',
  };
  expect(read(transition).transitions).toEqual([{ region: 'stop 17', isEnter: true, at: 1773066598000 }]);
  for (const other of [
    { _type: 'status' },
    { _type: 'lwt', tst: 1 },
    { _type: 'waypoints', waypoints: [] },
    { _type: 'encrypted', data: 'x' },
    '',
  ])
    expect([other, read(other)]).toEqual([
      other,
      { fixes: [], transitions: [], malformed: 0, wantsList: true },
    ]);
});

test('Traccar Client', () => {
  const sent = {
    location: {
      timestamp: '2026-03-09T14:29:58.000Z',
      odometer: 4512,
      is_moving: true,
      event: 'motionchange',
      mock: false,
      coords: { latitude: 38.97, longitude: -94.59, accuracy: 12.5, speed: -1, heading: -1, altitude: 280 },
      battery: { level: 0.54, is_charging: false },
      activity: { type: 'in_vehicle' },
      extras: {},
    },
    device_id: '17',
  };
  expect(read(sent).fixes).toEqual([
    { lat: 38.97, lng: -94.59, at: NOW - 2_000, accuracy: 12.5, speed: null, battery: 54 },
  ]);
  expect(read({ location: { timestamp: '2026-03-09T14:29:58.000Z' }, device_id: '17' })).toMatchObject({
    fixes: [],
    malformed: 0,
  });
});

test('the OsmAnd form, in an address or a body, with each spelling of time', () => {
  const form = (text: string) => readReport('', '', new URLSearchParams(text));
  const place = 'id=17&lat=38.97&lon=-94.59';
  for (const time of ['1773066600', '1773066600000', '2026-03-09T14:30:00Z', '2026-03-09 14:30:00'])
    expect(form(`${place}&timestamp=${encodeURIComponent(time)}`).fixes.map(({ at }) => at)).toEqual([NOW]);
  const sent = `deviceid=17&location=38.97,-94.59&timestamp=1773066600&speed=19.4&bearing=90&altitude=280&accuracy=9&batt=54.4&charge=true`;
  const wanted = { lat: 38.97, lng: -94.59, at: NOW, accuracy: 9, battery: 54 };
  const [posted] = readReport(sent, 'application/x-www-form-urlencoded', new URLSearchParams()).fixes;
  expect(posted).toMatchObject(wanted);
  expect(posted?.speed).toBeCloseTo(9.98, 2);
  expect(form(`${place}&valid=false`)).toMatchObject({ fixes: [], malformed: 1 });
  expect(form('')).toMatchObject({ fixes: [], malformed: 0 });
});

test('nonsense is counted and throws nothing', () => {
  for (const body of ['{', '[1', '[]', 'null', '{"location":7}', '{"a":1}', '\u0000\u0001'])
    expect([body, read(body)]).toMatchObject([body, { fixes: [], malformed: 1 }]);
  for (const bad of [NaN, 'x', {}, [], true, null])
    for (const body of [
      { _type: 'location', lat: bad, lon: bad, tst: bad, acc: bad, vel: bad, batt: bad },
      {
        location: { coords: { latitude: bad, longitude: bad }, timestamp: bad, battery: bad },
        device_id: 'x',
      },
    ])
      for (const each of read(body).fixes) expect(dropReasonOf(each, known())).not.toBe(null);
});

test('a phone is set up by one link', () => {
  const { link } = setupOf('owntracks', 'https://dispatch.example.com/p/at/token', 17);
  const inline = decodeURIComponent(/inline=(.*)$/.exec(link)?.[1] ?? '');
  expect(JSON.parse(atob(inline))).toMatchObject({
    _type: 'configuration',
    mode: 3,
    url: 'https://dispatch.example.com/p/at/token',
  });
  expect(setupOf('traccar', 'https://a.example/p/at/t', 17).link).toMatch(
    /^https:\/\/a\.example\/p\/at\/t\?id=17&/,
  );
});

test('two positions at a stop are an arrival, two away from it the departure, one is neither', () => {
  const stop = { ...DEPOT, key: 'depot', taskIds: [1] };
  const at = (metres: number, seconds: number, accuracy = 10) => ({
    lat: DEPOT.lat + metres / 111_195,
    lng: DEPOT.lng,
    at: NOW + seconds * 1_000,
    accuracy,
  });
  const visitsOf = (points: ReturnType<typeof at>[], here: typeof DEPOT | null = null) =>
    visitsIn(points, [stop], here).map(({ kind, at: time }) => [kind, (time - NOW) / 1_000]);
  expect(visitsOf([at(900, 0), at(90, 15), at(400, 30), at(90, 45)])).toEqual([]);
  expect(visitsOf([at(900, 0), at(90, 15), at(20, 30), at(95, 45)])).toEqual([['arrived', 15]]);
  expect(visitsOf([at(20, 0), at(300, 15), at(30, 30), at(300, 45)], DEPOT)).toEqual([]);
  expect(visitsOf([at(20, 0), at(300, 15), at(400, 30)], DEPOT)).toEqual([['left', 15]]);
  // A phone with low accuracy counts as arrived from farther away.
  expect(visitsOf([at(180, 0), at(180, 15)])).toEqual([]);
  expect(visitsOf([at(180, 0, 190), at(180, 15, 190)])).toEqual([['arrived', 0]]);
  // The events during the gap are unknown.
  expect(visitsOf([at(20, 0), at(20, 9_000), at(20, 9_015)], DEPOT)).toEqual([
    ['left', 0],
    ['arrived', 9_000],
  ]);
});

test('a trail has no corner that nobody sees, and no line where no position came', () => {
  const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
  /** The drive goes north with the noise of a phone, then east. */
  const drive = Array.from({ length: 3_000 }, (_, n) => ({
    at: at(n * 8),
    latitude: 39 + Math.min(n, 1_500) * 0.00002,
    longitude: -94.6 + Math.max(0, n - 1_500) * 0.00003 + (n % 2) * 0.00002,
  }));
  const [piece, ...others] = piecesOf(drive);
  expect(others).toEqual([]);
  expect(piece?.length).toBeLessThan(6);
  const corner = { lat: 39 + 1_500 * 0.00002, lng: -94.6 };
  const nearest = Math.min(...(piece ?? []).map((point) => straightMetres(point, corner)));
  expect(nearest).toBeLessThan(10);

  const point = (seconds: number, metres = 0) => ({
    at: at(seconds),
    latitude: 39 + metres / 111_195,
    longitude: -94.6,
  });
  const lengths = (...points: ReturnType<typeof point>[]) => piecesOf(points).map(({ length }) => length);
  expect(lengths(point(0), point(300, 1_990))).toEqual([2]);
  expect(lengths(point(0), point(301), point(310, 50))).toEqual([1, 2]);
  expect(lengths(point(0), point(60, 2_010))).toEqual([1, 1]);
  expect(lengths()).toEqual([]);
});
