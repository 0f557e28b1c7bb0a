/** Points on the map. Safe in the browser. */

/** Degrees, north and east positive. */
export type LatLng = { lat: number; lng: number };

/**
 * Converts stored coordinates (text on tasks, decimals on addresses) to a point; null for missing or impossible ones.
 * Coordinates become numbers nowhere else.
 */
export function toLatLng(latitude: string | null, longitude: string | null): LatLng | null {
  const [lat, lng] = [degrees(latitude, 90), degrees(longitude, 180)];
  return lat === null || lng === null ? null : { lat, lng };
}

function degrees(stored: string | null, limit: number): number | null {
  const text = stored?.trim();
  if (!text || !/^-?\d{1,3}(\.\d*)?$/.test(text)) return null;
  const value = Number(text);
  return Math.abs(value) <= limit ? value : null;
}

/** The middle of some points; null when there are none. */
export function average(points: LatLng[]): LatLng | null {
  if (points.length === 0) return null;
  const sum = (pick: (point: LatLng) => number) => points.reduce((total, point) => total + pick(point), 0);
  return { lat: sum(({ lat }) => lat) / points.length, lng: sum(({ lng }) => lng) / points.length };
}

/** A place on a square map of the world (Web Mercator, as tile maps have it): 0 to 1, to the east and to the south. */
export function onSquareWorld({ lat, lng }: LatLng): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180);
  return { x: (lng + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}
