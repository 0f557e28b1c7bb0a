/** Converts degrees to places on the map of the world, counted in tiles from the north-west corner. */
export const tileX = (lon: number, zoom: number) => (lon / 360 + 0.5) * 2 ** zoom;

export function tileY(lat: number, zoom: number): number {
  const sine = Math.sin(lat * (Math.PI / 180));
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom;
}
