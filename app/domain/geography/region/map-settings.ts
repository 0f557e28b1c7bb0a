/** The types of the map's settings. Safe in the browser. */

/** The street map of the region, whose tiles are at `streetTile`. */
export type Streets = {
  /** The id of the build. */
  id: string;
  attribution: string;
  zooms: [least: number, most: number];
  /** Degrees. */
  box: [west: number, south: number, east: number, north: number];
  /**
   * Set for the streets of the demo's town. `addRegionAt` is the page that says how a region is added; null for people
   * who can't add one.
   */
  invented?: { addRegionAt: string | null };
};

/** At most one of these is set: Google's map, the tiles of a server, or the streets of the region. */
export type MapSettings = {
  tiles: { url: string; attribution: string; maxZoom: number } | null;
  google: { key: string; mapId: string } | null;
  streets: Streets | null;
};

/** Browsers keep a tile forever, because another build has another id. */
export const streetTile = (id: string, z: number, x: number, y: number) =>
  `/tiles/${[id, z, x, y].join('/')}.mvt`;
