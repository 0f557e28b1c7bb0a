import L from 'leaflet';

/**
 * Adds the credit beside the scale, because the legend covers the other corner.
 * @param html names the authors of the map.
 * @returns a function that removes it.
 */
export function addCredit(map: L.Map, html: string): () => void {
  const credit = L.control.attribution({ prefix: false, position: 'bottomleft' }).addAttribution(html);
  credit.addTo(map);
  return () => {
    credit.remove();
  };
}
