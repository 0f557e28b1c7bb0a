/** Reads vector tiles, so that tests can check what a map draws. */
import { gunzipSync } from 'node:zlib';
import Pbf from 'pbf';

type Drawn = {
  layer: string;
  type: 'point' | 'line' | 'area';
  tags: Record<string, unknown>;
  /** Coordinates as shares of the tile. */
  lines: [x: number, y: number][][];
};
const TYPES = [undefined, 'point', 'line', 'area'] as const;
const EXTENT = 4_096;

export function drawnIn(tile: Uint8Array): Drawn[] {
  const bytes = tile[0] === 0x1f && tile[1] === 0x8b ? gunzipSync(tile) : tile;
  const drawn: Drawn[] = [];
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 3) into.push(...layerOf(pbf));
  }, drawn);
  return drawn;
}

type Feature = { tags: number[]; type: number; geometry: number[] };

function layerOf(pbf: Pbf): Drawn[] {
  const layer = { name: '', keys: [] as string[], values: [] as unknown[], features: [] as Feature[] };
  pbf.readMessage((tag, into) => {
    if (tag === 1) into.name = pbf.readString();
    else if (tag === 3) into.keys.push(pbf.readString());
    else if (tag === 4) into.values.push(pbf.readMessage(readValue, { value: null }).value);
    else if (tag === 2) into.features.push(pbf.readMessage(readFeature, { tags: [], type: 0, geometry: [] }));
  }, layer);
  return layer.features.map(({ tags, type, geometry }) => ({
    layer: layer.name,
    type: TYPES[type] ?? 'point',
    tags: Object.fromEntries(
      tags.flatMap((key, i) => (i % 2 === 0 ? [[layer.keys[key], layer.values[tags[i + 1] ?? 0]]] : [])),
    ) as Drawn['tags'],
    lines: linesOf(geometry),
  }));
}

function readFeature(tag: number, feature: Feature, pbf: Pbf): void {
  if (tag === 2) pbf.readPackedVarint(feature.tags);
  else if (tag === 3) feature.type = pbf.readVarint();
  else if (tag === 4) pbf.readPackedVarint(feature.geometry);
}

function readValue(tag: number, into: { value: unknown }, pbf: Pbf): void {
  if (tag === 1) into.value = pbf.readString();
  else if (tag === 7) into.value = pbf.readBoolean();
  else if (tag === 6) into.value = pbf.readSVarint();
  else if (tag === 3) into.value = pbf.readDouble();
  else into.value = pbf.readVarint();
}

/** Reads the commands: 1 begins a line, 2 continues it, 7 closes it. */
function linesOf(geometry: number[]): [number, number][][] {
  const lines: [number, number][][] = [];
  let [x, y] = [0, 0];
  const delta = (value = 0) => (value >> 1) ^ -(value & 1);
  for (let at = 0; at < geometry.length;) {
    const command = geometry[at] ?? 0;
    at += 1;
    if ((command & 7) === 7) continue;
    for (let count = command >> 3; count > 0; count -= 1) {
      if ((command & 7) === 1) lines.push([]);
      x += delta(geometry[at]);
      y += delta(geometry[at + 1]);
      at += 2;
      lines.at(-1)?.push([x / EXTENT, y / EXTENT]);
    }
  }
  return lines;
}
