/** Writes small .osm.pbf files. */
import Pbf from 'pbf';
import { deflateSync } from 'node:zlib';

type Tags = Record<string, string>;
export type Osm = {
  nodes: [id: number, lon: number, lat: number, tags?: Tags][];
  ways: [id: number, nodes: number[], tags: Tags][];
  /** The members of relations are ways. */
  relations?: [id: number, members: [way: number, role: string][], tags: Tags][];
};
/** The number is the field of a blob's contents, which names its compression: 1 none, 3 zlib, 7 zstd. */
type Options = { compression?: 1 | 3 | 7; box?: [number, number, number, number]; date?: Date };

const deltas = (values: number[]) => values.map((value, i) => value - (values[i - 1] ?? 0));

export function osmFile({ nodes, ways, relations = [] }: Osm, options: Options = {}): Buffer {
  const numbers = new Map([['', 0]]);
  const text = (word: string) => numbers.get(word) ?? numbers.set(word, numbers.size).size - 1;
  const writeTags = (pbf: Pbf, tags: Tags) => {
    pbf.writePackedVarint(2, Object.keys(tags).map(text));
    pbf.writePackedVarint(3, Object.values(tags).map(text));
  };
  const block = (write: (group: Pbf) => void) => {
    numbers.clear();
    text('');
    const group = new Pbf();
    write(group);
    const pbf = new Pbf();
    pbf.writeMessage(1, (words, into) => words.forEach((word) => into.writeStringField(1, word)), [
      ...numbers.keys(),
    ]);
    pbf.writeBytesField(2, group.finish());
    return blob('OSMData', pbf.finish(), options.compression);
  };
  const dense = (_: unknown, pbf: Pbf) => {
    const tags = nodes.flatMap(([, , , given = {}]) => [...Object.entries(given).flat().map(text), 0]);
    pbf.writePackedSVarint(1, deltas(nodes.map(([id]) => id)));
    pbf.writePackedSVarint(8, deltas(nodes.map(([, , lat]) => Math.round(lat * 1e7))));
    pbf.writePackedSVarint(9, deltas(nodes.map(([, lon]) => Math.round(lon * 1e7))));
    pbf.writePackedVarint(10, tags);
  };
  const head = new Pbf();
  const [west, south, east, north] = (options.box ?? []).map((side) => Math.round(side * 1e9));
  const writeBox = (sides: (number | undefined)[], pbf: Pbf) => {
    sides.forEach((side, i) => {
      pbf.writeTag(i + 1, 0);
      pbf.writeSVarint(side ?? 0);
    });
  };
  if (options.box) head.writeMessage(1, writeBox, [west, east, north, south]);
  for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) head.writeStringField(4, feature);
  if (options.date) head.writeVarintField(32, options.date.getTime() / 1_000);
  return Buffer.concat([
    blob('OSMHeader', head.finish()),
    block((group) => group.writeMessage(2, dense, null)),
    block((group) => {
      for (const [id, refs, tags] of ways)
        group.writeMessage(
          3,
          (_, pbf) => {
            pbf.writeVarintField(1, id);
            writeTags(pbf, tags);
            pbf.writePackedSVarint(8, deltas(refs));
          },
          null,
        );
    }),
    block((group) => {
      for (const [id, members, tags] of relations)
        group.writeMessage(
          4,
          (_, pbf) => {
            pbf.writeVarintField(1, id);
            writeTags(pbf, tags);
            pbf.writePackedVarint(
              8,
              members.map(([, role]) => text(role)),
            );
            pbf.writePackedSVarint(9, deltas(members.map(([way]) => way)));
            pbf.writePackedVarint(
              10,
              members.map(() => 1),
            );
          },
          null,
        );
    }),
  ]);
}

function blob(type: string, bytes: Uint8Array, compression: 1 | 3 | 7 = 3): Buffer {
  const body = new Pbf();
  body.writeVarintField(2, bytes.length);
  body.writeBytesField(compression, compression === 1 ? bytes : deflateSync(bytes));
  const packed = body.finish();
  const head = new Pbf();
  head.writeStringField(1, type);
  head.writeVarintField(3, packed.length);
  const header = head.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, packed]);
}

/** Builds streets that cross each other, about 100 m apart. */
export function grid(size: number, [west, south]: [number, number], firstId = 1): Osm {
  const idAt = (x: number, y: number) => firstId + y * size + x;
  const places = Array.from({ length: size * size }, (_, i): [number, number] => [
    i % size,
    Math.floor(i / size),
  ]);
  const lines = Array.from({ length: size }, (_, i) => i);
  const along = (of: (step: number) => number) => lines.map(of);
  return {
    nodes: places.map(([x, y]) => [idAt(x, y), west + x * 0.001, south + y * 0.001]),
    ways: lines.flatMap((i): Osm['ways'] => [
      [firstId + 2 * i, along((x) => idAt(x, i)), { highway: 'residential', name: `Street ${String(i)}` }],
      [firstId + 2 * i + 1, along((y) => idAt(i, y)), { highway: 'primary', name: `Avenue ${String(i)}` }],
    ]),
  };
}
