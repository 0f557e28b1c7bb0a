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
