/** The library has no types of its own. */
declare module 'vt-pbf' {
  import type { LegacyFeature } from 'geojson-vt';
  type Layers = Partial<Record<string, { features: LegacyFeature[] }>>;
  export function fromGeojsonVt(layers: Layers, options?: { version?: number; extent?: number }): Uint8Array;
}
