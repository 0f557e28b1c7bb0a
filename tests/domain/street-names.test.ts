import { expect, test } from 'vitest';
import { namedStreets } from '~/components/map/streets/street-names';

type Street = Parameters<typeof namedStreets>[0][number];

const street = (name: string | undefined, ...places: [x: number, y: number][]): Street => {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  return {
    props: { kind: 'minor_road', ...(name !== undefined && { name }) },
    geomType: 2,
    geom: [places.map(([x, y]) => ({ x, y }))],
    bbox: { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) },
    numVertices: places.length,
  } as unknown as Street;
};

const linesOf = (streets: Street[]) =>
  namedStreets(streets).map(({ props, geom }) => [
    props.name,
    ...geom.map((line) => line.map(({ x, y }) => [x, y])),
  ]);

test('blocks of a street are one straight line, in whatever order and direction they are', () => {
  const blocks = [
    street('Oak St', [30, 0], [20, 0.2]),
    street('Elm St', [20, 0], [20, 50]),
    street('Oak St', [0, 0], [10, 0]),
    street('Oak St', [20, 0.2], [10, 0]),
    street(undefined, [0, 0], [0, 9]),
  ];
  expect(linesOf(blocks)).toEqual([
    [
      'Oak St',
      [
        [30, 0],
        [0, 0],
      ],
    ],
    [
      'Elm St',
      [
        [20, 0],
        [20, 50],
      ],
    ],
  ]);
  const [oak] = namedStreets(blocks);
  expect(oak).toMatchObject({ numVertices: 2, bbox: { minX: 0, minY: 0, maxX: 30, maxY: 0.2 } });
});

test('corners stay, as do both halves of a divided street and a street that ends where it begins', () => {
  expect(linesOf([street('Oak St', [0, 0], [40, 0], [40, 40])])).toEqual([
    [
      'Oak St',
      [
        [0, 0],
        [40, 0],
        [40, 40],
      ],
    ],
  ]);
  expect(linesOf([street('Oak St', [0, 0], [50, 0]), street('Oak St', [50, 0], [0, 0.1])])).toEqual([
    [
      'Oak St',
      [
        [0, 0],
        [50, 0],
        [0, 0.1],
      ],
    ],
  ]);
  const ring = [street('Ring', [0, 0], [10, 0], [10, 10]), street('Ring', [10, 10], [0, 10], [0, 0])];
  expect(linesOf(ring)).toEqual([
    [
      'Ring',
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
    ],
  ]);
});

test('a street that forks loses no piece', () => {
  const fork = [
    street('Oak St', [0, 0], [10, 0]),
    street('Oak St', [10, 0], [20, 10]),
    street('Oak St', [10, 0], [20, -10]),
  ];
  const [, ...lines] = linesOf(fork)[0] ?? [];
  expect(lines).toHaveLength(2);
  expect(lines.flat()).toEqual(
    expect.arrayContaining([
      [0, 0],
      [20, 10],
      [20, -10],
    ]),
  );
});
