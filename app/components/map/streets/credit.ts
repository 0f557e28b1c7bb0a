import L from 'leaflet';

/** Beside the scale, as the legend covers the other corner. @param html who made the map. @returns removes it. */
export function addCredit(map: L.Map, html: string): () => void {
  const credit = L.control.attribution({ prefix: false, position: 'bottomleft' }).addAttribution(html);
  credit.addTo(map);
  return () => {
    credit.remove();
  };
}
