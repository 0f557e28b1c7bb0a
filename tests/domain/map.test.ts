import { describe, expect, test } from 'vitest';
import { average, toLatLng } from '~/domain/geography/coordinates';
import { estimateRoute, inMiles, straightMetres } from '~/domain/geography/distance';
import { searchKey } from '~/domain/views/board/search';
import type { MapData, MapTask } from '~/domain/views/map/map';
import { faultIn } from '~/components/map/google-script';
import { cameraOf, sceneOf, type Line } from '~/components/map/scene';
import {
  mapView,
  routesValue,
  selectedOwner,
  showValue,
  suggestedKey,
  turnCompleted,
  type Narrowing,
} from '~/components/map/map-params';

const task = (id: number, more: Partial<MapTask> = {}): MapTask => ({
  id,
  type: 'delivery',
  status: 'pending',
  priority: 'normal',
  location: `Place ${String(id)}`,
  address: '',
  driverId: 3,
  order: id,
  stop: null,
  numbers: '',
  approximate: false,
  byStreet: false,
  lat: 39 + id / 100,
  lng: -94.5,
  ...more,
});
const data = (tasks: MapTask[], more: Partial<MapData> = {}): MapData => ({
  tasks,
  drivers: [{ id: 3, name: 'Alma', color: 3, initials: 'AL', start: { lat: 39, lng: -94.6 } }],
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
        task(7, { approximate: true, byStreet: true }),
      ]),
      everybody,
    );
    expect(markers.map(({ badge }) => badge)).toEqual(['', '', '▸', '', '', '', '']);
    expect(markers.map(({ sign, tone, label }) => [sign, tone, label])).toEqual([
      ['D', 'delivery', 'Delivery, Pending at Place 1, Alma'],
      ['!P', 'urgent', 'Urgent Pickup, Pending at Place 2, Alma'],
      ['T', 'going', 'Transfer, Going at Place 3, Alma'],
      ['✓', 'completed', 'Urgent Delivery, Completed at Place 4, Alma'],
      ['D', 'next-route', 'Delivery, Next Route at Place 5, Alma'],
      ['D', 'linked', 'Delivery, Linked at Place 6, Unassigned, approximate (ZIP)'],
      ['D', 'delivery', 'Delivery, Pending at Place 7, Alma, approximate (street)'],
    ]);
  });

  test('tasks of one place are one marker, and the most pressing one is seen', () => {
    const here = { location: 'Hub', address: 'Main St', lat: 39, lng: -94 };
    const { markers } = sceneOf(
      data([task(1, { ...here, status: 'completed' }), task(2, { ...here, priority: 'urgent' })]),
      everybody,
    );
    expect(markers).toMatchObject([{ key: '1', tone: 'urgent', label: '2 tasks at Hub', badge: '2' }]);
  });

  test('those of the selected driver are numbered, and those of others faded', () => {
    const tasks = [
      task(1, { stop: 2, priority: 'urgent' }),
      task(2, { stop: 1, status: 'going' }),
      task(3, { status: 'next-route' }),
      task(4, { driverId: 5, stop: 1 }),
      task(5, { driverId: null, location: 'Place 1', lat: 39.01 }),
    ];
    const summaryOf = (selected: number | null) =>
      sceneOf(data(tasks), everybody, { selected }).markers.map(({ sign, badge, standing, driverColor }) => [
        sign,
        badge,
        standing,
        driverColor,
      ]);
    expect(summaryOf(3)).toEqual([
      // An unassigned task is at the same place.
      ['2', '!2', 'selected', 3],
      ['1', '▸', 'selected', 3],
      ['D', '', 'selected', null],
      ['D', '', 'faded', null],
    ]);
    // Unassigned tasks have no order.
    expect(summaryOf(0)).toEqual([
      ['D', '2', 'selected', null],
      ['D', '▸', 'faded', null],
      ['D', '', 'faded', null],
      ['D', '', 'faded', null],
    ]);
    expect(summaryOf(null).map(([sign, , standing]) => [sign, standing])).toEqual([
      ['!D', null],
      ['D', null],
      ['D', null],
      ['D', null],
    ]);
    const { markers } = sceneOf(data(tasks), everybody, { selected: 3 });
    expect(markers[1]?.label).toBe('Stop 1: Delivery, Going at Place 2, Alma');
  });

  test('those of the open run have its order and the color of its driver, with the line through them', () => {
    const tasks = [
      task(1, { stop: 1 }),
      task(2, { status: 'next-route' }),
      task(3, { status: 'next-route' }),
      task(4, { driverId: null, status: 'next-route' }),
    ];
    const shown = (driverId: number | null) =>
      sceneOf(data(tasks), everybody, {
        selected: {
          runId: 9,
          driverId,
          stops: new Map([
            [3, 1],
            [2, 2],
          ]),
        },
      });
    expect(shown(3).markers.map(({ sign, standing, driverColor }) => [sign, standing, driverColor])).toEqual([
      ['D', 'faded', null],
      ['2', 'selected', 3],
      ['1', 'selected', 3],
      ['D', 'faded', null],
    ]);
    const [line, ...others] = shown(3).lines;
    expect(others).toEqual([]);
    expect(line).toMatchObject({ key: 'run-9', driverColor: 3, withoutDirections: true });
    const places = [tasks[2], tasks[1]].map((each) => ({ lat: each?.lat, lng: each?.lng }));
    expect(line?.points.slice(-2)).toEqual(places);
    // Without a driver there is no color, and no place where it starts.
    expect(shown(null).markers[1]).toMatchObject({ sign: '2', standing: 'selected', driverColor: null });
    expect(shown(null).lines[0]?.points).toEqual(places);
  });

  test('completed ones can be hidden, by an address', () => {
    const tasks = [task(1), task(2, { status: 'completed' })];
    const shown = (search: string) => sceneOf(data(tasks), mapView(search)).markers.map(({ key }) => key);
    expect(turnCompleted('?q=a')).toBe('?q=a&completed=hide');
    expect(shown(turnCompleted('?q=a'))).toEqual(['1']);
    expect(turnCompleted('?q=a&completed=hide')).toBe('?q=a');
    expect(shown('?q=a')).toEqual(['1', '2']);
  });

  const nothing: Narrowing = {
    drivers: null,
    urgent: false,
    text: '',
    named: new Set(),
    found: new Set(),
  };
  test.each<[what: string, narrowing: Partial<Narrowing>, left: string[]]>([
    ['nothing', {}, ['1', '2', '3', '4']],
    ['drivers', { drivers: new Set([5]) }, ['3']],
    ['urgent tasks', { urgent: true }, ['2']],
    ['a part of a place', { text: searchKey('ace 1') }, ['1']],
    ['a part of an address', { text: 'elm' }, ['3']],
    ['a part of an invoice number', { text: searchKey('inv-4') }, ['4']],
    ['what the search has found', { text: 'as typed', found: new Set([2]) }, ['2']],
    ['a driver named by the text', { text: 'ben', named: new Set([5]) }, ['3']],
    ['drivers and a text', { drivers: new Set([3]), text: 'place' }, ['1', '2']],
  ])('the search and the filters of the board apply: %s', (_, narrowing, left) => {
    const tasks = [
      task(1),
      task(2, { priority: 'urgent' }),
      task(3, { driverId: 5, address: '9 Elm St' }),
      task(4, { driverId: null, numbers: 'INV-41, INV-42' }),
    ];
    const { markers } = sceneOf(data(tasks), everybody, { narrowing: { ...nothing, ...narrowing } });
    expect(markers.map(({ key }) => key)).toEqual(left);
  });

  test('nothing hides the stop that the address opens', () => {
    const tasks = [task(1, { status: 'completed' }), task(2)];
    const narrowing = { ...nothing, text: 'elsewhere', drivers: new Set<number>() };
    const view = mapView('?show=none&completed=hide');
    expect(sceneOf(data(tasks), view, { narrowing, opened: 1 }).markers.map(({ key }) => key)).toEqual(['1']);
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
    task(2, { status: 'going', stop: 1 }),
    task(1, { stop: 2 }),
    task(3, { status: 'next-route' }),
    task(4, { status: 'completed' }),
    task(5, { driverId: null }),
  ];
  const drawn = (selected: number | null) =>
    sceneOf(data(tasks), mapView('?routes=3,0,9'), { selected }).lines;
  expect(drawn(3)).toMatchObject([{ isFaded: false, driverColor: 3 }]);
  expect(drawn(5)).toMatchObject([{ isFaded: true, key: 'route-3' }]);
  // The route is shown only because its list is open, so it has no directions. It gets only one line.
  const ofList = (selected: number | null, extra: Line[] = []) =>
    sceneOf(data(tasks), everybody, { selected, extra }).lines.map(({ key, withoutDirections }) => [
      key,
      withoutDirections,
    ]);
  expect([ofList(3), ofList(0), ofList(null)]).toEqual([[['route-3', true]], [], []]);
  const line = { key: suggestedKey(3), points: [], label: '', isFaded: false };
  expect(ofList(3, [{ ...line, kind: 'suggested' }])).toEqual([
    ['route-3', true],
    ['suggested-3', undefined],
  ]);
  expect(ofList(3, [{ ...line, kind: 'applied' }])).toEqual([['suggested-3', undefined]]);
  expect(drawn(null)).toEqual([
    {
      isFaded: false,
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
    // With only two places, the dealership decides which one is right.
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
  test('at the selected driver, if they have a stop', () => {
    const tasks = [...here, task(9, { driverId: 5, stop: 1, lat: 39.2 })];
    const at = (selected: number) => lats(cameraOf(sceneOf(data(tasks), everybody, { selected })));
    expect(at(5)).toBe(39.2);
    expect(at(3)).toEqual([39.01, 39.02, 39.03, 39.04]);
    expect(at(7)).toHaveLength(5);
  });
  test('at the only place from near, at several from as far as needed', () => {
    expect(look([task(1)])).toEqual({ at: { lat: 39.01, lng: -94.5 }, zoom: 14 });
    expect(look([task(1), task(2)])).toMatchObject({ around: [{ lat: 39.01 }, { lat: 39.02 }] });
  });
});

test('the view is read from the address', () => {
  expect(mapView('?show=3,5,x,-1&routes=5,5,0').shown).toEqual(new Set([3, 5]));
  expect(mapView('?routes=5,5,0').routes).toEqual([5]);
  expect(showValue([3, 5], [3, 5])).toBeNull();
  expect(showValue([3], [3, 5])).toBe('3');
  expect(showValue([], [3, 5])).toBe('none');
  expect(routesValue([])).toBeNull();
});

test.each([
  ['/dispatcher', '', null],
  ['/dispatcher/drivers/3', '?tab=hold', 3],
  ['/dispatcher/drivers/unassigned', '', 0],
  ['/dispatcher/drivers/3/sheet', '', null],
  ['/dispatcher/drivers/x', '', null],
  // The dialog leads back to a list.
  ['/dispatcher/tasks/71', '?back=drivers%2F3%3Ftab%3Dactive', 3],
  ['/dispatcher/tasks/71', '?back=attention', null],
])('the list that is open at %s%s', (pathname, search, owner) => {
  expect(selectedOwner(pathname, search)).toBe(owner);
});

test('reasons on the console are understood, other lines are not taken for one', () => {
  expect(faultIn(['Google Maps JavaScript API error: OverQuotaMapError\nhttps://…'])).toContain('quota');
  expect(faultIn(['%s', 'Google Maps error: ExpiredKeyMapError'])).toContain('not valid');
  expect(faultIn(['Something else', new Error('no')])).toBeNull();
});
