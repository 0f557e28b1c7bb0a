/** The corners of a zone, as text and on the map. Safe in the browser. */
import type { LatLng } from '~/domain/geography/coordinates';

const DIGITS = 5;

/** A line for each corner: `39.0997, -94.5786`, north first, as maps give it. */
export const textOfCorners = (corners: LatLng[]) =>
  corners.map(({ lat, lng }) => `${String(lat)}, ${String(lng)}`).join('\n');

/** Returns the corners of the lines that have one. */
export const cornersIn = (text: string): LatLng[] =>
  text.split('\n').flatMap((line) => {
    const [lat = NaN, lng = NaN, ...more] = line.split(',').map((part) => Number(part.trim() || NaN));
    return more.length === 0 && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [{ lat, lng }] : [];
  });

/** About a meter. */
export const rounded = ({ lat, lng }: LatLng): LatLng => ({
  lat: Number(lat.toFixed(DIGITS)),
  lng: Number(lng.toFixed(DIGITS)),
});

/** Puts a new corner between the two whose edge it is nearest to; the third one is the last. */
export function withCorner(corners: LatLng[], added: LatLng): LatLng[] {
  if (corners.length < 3) return [...corners, added];
  const longer = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return away(corner, added) + away(added, next) - away(corner, next);
  });
  const edge = longer.indexOf(Math.min(...longer));
  return [...corners.slice(0, edge + 1), added, ...corners.slice(edge + 1)];
}

const away = (one: LatLng, other: LatLng) => Math.hypot(one.lat - other.lat, one.lng - other.lng);

/** Returns true for a place within the corners. */
export function isInside(corners: LatLng[], { lat, lng }: LatLng): boolean {
  let inside = false;
  for (const [index, one] of corners.entries()) {
    const other = corners.at(index - 1) ?? one;
    if (one.lat > lat === other.lat > lat) continue;
    if (lng < one.lng + ((lat - one.lat) / (other.lat - one.lat)) * (other.lng - one.lng)) inside = !inside;
  }
  return inside;
}
