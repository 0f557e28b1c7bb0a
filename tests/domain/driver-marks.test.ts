/** Colors and initials of drivers: told apart, stable, and readable. */
import { expect, test } from 'vitest';
import { DRIVER_COLOR_COUNT, driverMarks } from '~/domain/network/users/driver-marks';
import { DRIVER_COLORS } from '~/ui/driver-colors';

type Triple = [number, number, number];

const channels = (hex: string): Triple => {
  const value = (from: number) => {
    const share = parseInt(hex.slice(from, from + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [value(1), value(3), value(5)];
};
const times = (rows: Triple[], [x, y, z]: Triple): Triple => {
  const [one = 0, two = 0, three = 0] = rows.map(([a, b, c]) => a * x + b * y + c * z);
  return [one, two, three];
};

/** Machado, Oliveira and Fernandes 2009, severity 1, for linear values. */
const EYES: Record<string, Triple[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};
const XYZ: Triple[] = [
  [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
];

function labOf(color: Triple): Triple {
  const [x, y, z] = times(XYZ, color).map((t) =>
    t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t) / 116 + 16 / 116,
  );
  if (x === undefined || y === undefined || z === undefined) throw new Error('three values');
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const seenBy = (eyes: Triple[], hex: string) =>
  labOf(times(eyes, channels(hex)).map((value) => Math.min(1, Math.max(0, value))) as Triple);

/** CIEDE2000 of two colors in CIELAB. Above 2.3 people see a difference. */
function distance([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const degrees = (y: number, x: number) => ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
  const radians = (angle: number) => (angle * Math.PI) / 180;
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [degrees(b1, a1 * stretch), degrees(b2, a2 * stretch)];
  const turn = ((h2 - h1 + 540) % 360) - 180;
  const hue = (h1 + turn / 2 + 360) % 360;
  const light = (l1 + l2) / 2;
  const c = (c1 + c2) / 2;
  const t =
    1 -
    0.17 * Math.cos(radians(hue - 30)) +
    0.24 * Math.cos(radians(2 * hue)) +
    0.32 * Math.cos(radians(3 * hue + 6)) -
    0.2 * Math.cos(radians(4 * hue - 63));
  const byLight = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const byChroma = (c2 - c1) / (1 + 0.045 * c);
  const byHue = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2))) / (1 + 0.015 * c * t);
  const rotation =
    -2 *
    Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) *
    Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2))));
  return Math.sqrt(byLight ** 2 + byChroma ** 2 + byHue ** 2 + rotation * byChroma * byHue);
}

const brightness = (hex: string) => {
  const [r, g, b] = channels(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const FILLS = DRIVER_COLORS.map(({ fill }) => fill);
/** Four times the difference that people just see. */
const LEAST = 10;
/** The reds that mean late and urgent, in both themes. */
const REDS = ['#c01f2e', '#ff9a9f'];

test('there are ten colors, and each is far from each other one for all eyes', () => {
  expect(new Set(FILLS).size).toBe(DRIVER_COLOR_COUNT);
  for (const [name, eyes] of Object.entries(EYES))
    for (const [index, one] of FILLS.entries())
      for (const other of FILLS.slice(index + 1))
        expect([name, one, other, distance(seenBy(eyes, one), seenBy(eyes, other)) > LEAST]).toEqual([
          name,
          one,
          other,
          true,
        ]);
});

test('none looks like the red of late and urgent', () => {
  for (const fill of FILLS) {
    const [, a, b] = labOf(channels(fill));
    const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
    expect([fill, Math.hypot(a, b) < 20 || (hue > 45 && hue < 350)]).toEqual([fill, true]);
    for (const red of REDS)
      expect([fill, red, distance(labOf(channels(fill)), labOf(channels(red))) > 20]).toEqual([
        fill,
        red,
        true,
      ]);
  }
});

test('initials are readable on each, and each is seen on the surfaces of both themes and on maps', () => {
  for (const { fill, on } of DRIVER_COLORS) {
    expect([fill, on, contrast(fill, on) >= 4.5]).toEqual([fill, on, true]);
    for (const surface of ['#ffffff', '#171b21'])
      expect([fill, surface, contrast(fill, surface) >= 3]).toEqual([fill, surface, true]);
  }
});

const people = (...names: string[]) =>
  names.map((name, index) => ({ id: index + 1, name, username: `user${String(index)}` }));
const initialsOf = (...names: string[]) =>
  [...driverMarks(people(...names)).values()].map(({ initials }) => initials);

test('initials are of the first and the last name, and longer where two would share them', () => {
  expect(initialsOf('Alma Reyes', 'Sebastian van der Bergh', 'Christopher-Alexander Lind')).toEqual([
    'AR',
    'SB',
    'CL',
  ]);
  expect(initialsOf('Alma Reyes', 'Anna Roth', 'Bob Ng')).toEqual(['ARe', 'ARo', 'BN']);
  expect(initialsOf('Alma Rees', 'Bea Rees', 'Bert Rees')).toEqual(['AR', 'BR1', 'BR2']);
  expect(initialsOf('Max Weber', 'Moritz Weber')).toEqual(['MaW', 'MoW']);
  expect(initialsOf('Sam Lee', 'Sam Lee')).toEqual(['SL1', 'SL2']);
  expect(initialsOf('Åsa Öberg', '王小明', 'Bo', '!')).toEqual(['ÅÖ', '王小', 'BO', '?']);
  expect([...driverMarks([{ id: 1, name: '', username: 'otto.b' }]).values()]).toEqual([
    { color: 0, initials: 'OT' },
  ]);
});

const colorsOf = (drivers: ReturnType<typeof people>) =>
  [...driverMarks(drivers)].map(([id, { color }]) => [id, color]);
const some = (count: number) =>
  people(
    ...Array.from(
      { length: count },
      (_, index) => `${String.fromCharCode(97 + ((index * 7) % 26))} Driver ${String(index)}`,
    ),
  );

test('ten drivers have ten colors, and of many no two neighbors on the board share one', () => {
  expect(new Set(colorsOf(some(10)).map(([, color]) => color)).size).toBe(10);
  for (const count of [11, 13, 60]) {
    const drivers = some(count);
    const marks = driverMarks(drivers);
    const inOrder = [...drivers].sort((one, other) =>
      one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1,
    );
    const colors = inOrder.map(({ id }) => marks.get(id)?.color);
    expect(colors.filter((color, index) => color === colors[index + 1])).toEqual([]);
  }
});

test('of 13 drivers no three share a color, and those who share one have other initials', () => {
  // Each of the later ones comes beside the driver who has the color that is next.
  const drivers = people(...'abcdefghij'.split(''), 'aa', 'ab', 'ac');
  const marks = [...driverMarks(drivers).values()];
  const uses = new Map<number, number>();
  for (const { color } of marks) uses.set(color, (uses.get(color) ?? 0) + 1);
  expect([...uses.values()].sort()).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
  expect(new Set(marks.map(({ initials }) => initials)).size).toBe(13);
});

test('a new driver changes nobody’s color', () => {
  const drivers = some(40);
  const before = colorsOf(drivers.slice(0, 30));
  expect(colorsOf(drivers).slice(0, 30)).toEqual(before);
});
