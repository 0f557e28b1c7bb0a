import { describe, expect, test } from 'vitest';
import { average, toLatLng } from '~/domain/routing/coordinates';
import { estimateRoute, inMiles, inMinutes, straightMetres } from '~/domain/routing/distance';
import type { MapData, MapTask } from '~/domain/tasks/map/map';
import { faultIn } from '~/components/map/google-script';
import { cameraOf, sceneOf } from '~/components/map/scene';
import { mapView, routesValue, showValue } from '~/components/map/view';

const task = (id: number, more: Partial<MapTask> = {}): MapTask => ({
  id,
  type: 'delivery',
  status: 'pending',
  priority: 'normal',
  location: `Place ${String(id)}`,
  address: '',
  driverId: 3,
  order: id,
  approximate: false,
  lat: 39 + id / 100,
  lng: -94.5,
  ...more,
});
const data = (tasks: MapTask[], more: Partial<MapData> = {}): MapData => ({
  tasks,
  drivers: [{ id: 3, name: 'Alma', start: { lat: 39, lng: -94.6 } }],
  dealerships: [],
  towns: [],
  liveVersion: 1,
  ...more,
});
const everybody = mapView('');

describe('coordinates', () => {
  test.each([
    ['39.1', '-94.58', { lat: 39.1, lng: -94.58 }],
    [' 39 ', '180', { lat: 39, lng: 180 }],
    ['90.1', '0', null],
    ['0', '-180.5', null],
    ['', '0', null],
    [null, null, null],
    ['1e1', '0', null],
    ['north', '0', null],
  ])('%s, %s', (latitude, longitude, expected) => {
    expect(toLatLng(latitude, longitude)).toEqual(expected);
  });
  test('the middle of none is none', () => {
    expect(average([])).toBeNull();
  });
});

describe('distances', () => {
  test('a degree of latitude is 111.2 km', () => {
    expect(straightMetres({ lat: 39, lng: -94 }, { lat: 40, lng: -94 })).toBeCloseTo(111_195, -1);
  });
  test('a route is 1.3 times the straight line, at 30 mph and 3 minutes a stop', () => {
    const { metres, minutes, legs } = estimateRoute({ lat: 39, lng: -94 }, [
      { lat: 40, lng: -94 },
      null,
      { lat: 39, lng: -94 },
    ]);
    expect(metres).toBeCloseTo(2 * 111_195 * 1.3, -2);
    expect(minutes).toBeCloseTo((metres / 1609.34 / 30) * 60 + 9);
    expect(legs).toEqual([expect.closeTo(111_195 * 1.3, -2), null, expect.closeTo(111_195 * 1.3, -2)]);
  });
  test('without a start the first leg is unknown', () => {
    expect(estimateRoute(null, [{ lat: 39, lng: -94 }])).toEqual({ metres: 0, minutes: 3, legs: [null] });
  });
  test('as people read them', () => {
    expect(inMiles(1609.34 * 12.34)).toBe('12.3 mi');
    expect(inMinutes(47.6)).toBe('48 min');
  });
});

describe('markers', () => {
  test('letters, tones and names', () => {
    const { markers } = sceneOf(
      data([
        task(1),
        task(2, { type: 'pickup', priority: 'urgent' }),
        task(3, { type: 'transfer', status: 'going' }),
        task(4, { status: 'completed', priority: 'urgent' }),
        task(5, { status: 'next-route' }),
        task(6, { status: 'linked', approximate: true, driverId: null }),
      ]),
      everybody,
    );
    expect(markers.map(({ sign, tone, label }) => [sign, tone, label])).toEqual([
      ['D', 'delivery', 'Delivery, Pending at Place 1, Alma'],
      ['!P', 'urgent', 'Urgent Pickup, Pending at Place 2, Alma'],
      ['T', 'going', 'Transfer, Going at Place 3, Alma'],
      ['✓', 'completed', 'Urgent Delivery, Completed at Place 4, Alma'],
      ['D', 'next-route', 'Delivery, Next Route at Place 5, Alma'],
      ['D', 'linked', 'Delivery, Linked at Place 6, Unassigned, approximate (ZIP)'],
    ]);
  });

  test('tasks of one place are one marker, and the most pressing one is seen', () => {
    const here = { location: 'Hub', address: 'Main St', lat: 39, lng: -94 };
    const { markers } = sceneOf(
      data([task(1, { ...here, status: 'completed' }), task(2, { ...here, priority: 'urgent' })]),
      everybody,
    );
    expect(markers).toMatchObject([{ key: '1', tone: 'urgent', label: '2 tasks at Hub', offset: [0, 0] }]);
  });

  test('places on one point stand apart, at the point that they have', () => {
    const tasks = Array.from({ length: 12 }, (_, id) => task(id + 1, { lat: 39, lng: -94 }));
    const { markers } = sceneOf(data(tasks), everybody);
    expect(markers.every(({ at }) => at.lat === 39 && at.lng === -94)).toBe(true);
    for (const [index, { offset: one }] of markers.entries()) {
      for (const { offset: other } of markers.slice(index + 1)) {
        expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeGreaterThanOrEqual(17);
      }
    }
  });

  test('only those of the chosen drivers', () => {
    const tasks = [task(1), task(2, { driverId: null }), task(3, { driverId: 5 })];
    const shown = (search: string) => sceneOf(data(tasks), mapView(search)).markers.map(({ key }) => key);
    expect(shown('')).toEqual(['1', '2', '3']);
    expect(shown('?show=3,5')).toEqual(['1', '3']);
    expect(shown('?show=0')).toEqual(['2']);
    expect(shown('?show=none')).toEqual([]);
  });
});

test('a route begins at the dealership and goes on in order, through what is going and pending', () => {
  const tasks = [
    task(2, { status: 'going' }),
    task(1),
    task(3, { status: 'next-route' }),
    task(4, { status: 'completed' }),
    task(5, { driverId: null }),
  ];
  const { lines } = sceneOf(data(tasks), mapView('?routes=3,0,9'));
  expect(lines).toEqual([
    {
      key: 'route-3',
      kind: 'applied',
      label: 'Route of Alma',
      points: [
        { lat: 39, lng: -94.6 },
        { lat: 39.02, lng: -94.5 },
        { lat: 39.01, lng: -94.5 },
      ],
    },
  ]);
});

describe('where the map looks', () => {
  const look = (tasks: MapTask[], dealerships: MapData['dealerships'] = []) =>
    cameraOf(sceneOf(data(tasks, { dealerships }), everybody));
  test('at Kansas City, or at the dealerships, when there is nothing else', () => {
    expect(look([])).toEqual({ at: { lat: 39.1, lng: -94.58 }, zoom: 12 });
    const dealerships = [
      { name: 'Ford', lat: 39, lng: -94 },
      { name: 'Jeep', lat: 40, lng: -95 },
    ];
    expect(look([], dealerships)).toEqual({ at: { lat: 39.5, lng: -94.5 }, zoom: 12 });
  });
  const spot = (id: number, lat: number, lng: number) => task(id, { lat, lng });
  const here = [1, 2, 3, 4].map((id) => task(id));
  const lats = (camera: ReturnType<typeof look>) =>
    'around' in camera ? camera.around.map(({ lat }) => lat) : camera.at.lat;
  test('not at one place that a wrong ZIP has put a thousand miles away', () => {
    const connecticut = spot(9, 41.17, -73.2);
    expect(lats(look([...here, connecticut]))).toEqual([39.01, 39.02, 39.03, 39.04]);
    expect(lats(look([task(1), task(2), connecticut]))).toEqual([39.01, 39.02]);
    // Of two the dealership tells which one is meant.
    const base = [{ name: 'Ford', lat: 39, lng: -94.6 }];
    expect(look([task(1), connecticut], base)).toEqual({ at: { lat: 39.01, lng: -94.5 }, zoom: 14 });
    expect(lats(look([task(1), connecticut]))).toEqual([39.01, 41.17]);
  });
  test('at a second town where work is, and at whatever is near a dealership', () => {
    const louis = [5, 6, 7].map((id) => spot(id, 38.6 + id / 100, -90.2));
    expect(lats(look([...here, ...louis]))).toHaveLength(7);
    const one = spot(8, 38.63, -90.2);
    expect(lats(look([...here, one]))).toHaveLength(4);
    expect(lats(look([...here, one], [{ name: 'Jeep', lat: 38.7, lng: -90.3 }]))).toHaveLength(5);
  });
  test('at the only place from near, at several from as far as needed', () => {
    expect(look([task(1)])).toEqual({ at: { lat: 39.01, lng: -94.5 }, zoom: 14 });
    expect(look([task(1), task(2)])).toMatchObject({ around: [{ lat: 39.01 }, { lat: 39.02 }] });
  });
});

test('what the address says', () => {
  expect(mapView('?show=3,5,x,-1&routes=5,5,0').shown).toEqual(new Set([3, 5]));
  expect(mapView('?routes=5,5,0').routes).toEqual([5]);
  expect(showValue([3, 5], [3, 5])).toBeNull();
  expect(showValue([3], [3, 5])).toBe('3');
  expect(showValue([], [3, 5])).toBe('none');
  expect(routesValue([])).toBeNull();
});

test('reasons on the console are understood, other lines are not taken for one', () => {
  expect(faultIn(['Google Maps JavaScript API error: OverQuotaMapError\nhttps://…'])).toContain('quota');
  expect(faultIn(['%s', 'Google Maps error: ExpiredKeyMapError'])).toContain('not valid');
  expect(faultIn(['Something else', new Error('no')])).toBeNull();
});
