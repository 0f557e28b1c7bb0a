/** Lines along the roads. A line is straight until the server has sent its road, or if the server knows no road. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LatLng } from '~/domain/geography/coordinates';
import type { Line } from './scene';

type Legs = ([lat: number, lng: number][] | null)[];

const MOST_KNOWN = 50;

const addressOf = (points: LatLng[]) =>
  `/dispatcher/road-lines?through=${points.map(({ lat, lng }) => `${lat.toFixed(5)},${lng.toFixed(5)}`).join('+')}`;

export function useRoadLines(lines: Line[]): Line[] {
  const [known, setKnown] = useState<ReadonlyMap<string, Legs>>(new Map());
  const requested = useRef(new Set<string>());
  const hasRoads = useRef(true);
  const wanted = lines.map(({ points }) => addressOf(points)).join('\n');
  useEffect(() => {
    for (const address of wanted.split('\n')) {
      if (address === '' || !hasRoads.current || requested.current.has(address)) continue;
      requested.current.add(address);
      ask(address).then(
        (legs) => {
          if (legs) setKnown((before) => new Map([...before, [address, legs] as const].slice(-MOST_KNOWN)));
          else hasRoads.current = false;
        },
        () => {
          // The line stays straight. The next change of the map requests it again.
          requested.current.delete(address);
        },
      );
    }
  }, [wanted]);
  return useMemo(
    () =>
      lines.map((line) => {
        const legs = known.get(addressOf(line.points));
        return legs ? { ...line, ...along(line.points, legs) } : line;
      }),
    [lines, known],
  );
}

/** @returns null if the server has no roads. */
async function ask(address: string): Promise<Legs | null> {
  const answer = await fetch(address, { redirect: 'error' });
  if (answer.status === 204) return null;
  if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}`);
  return (await answer.json()) as Legs;
}

/** A pin that is farther from its road gets a line to it. */
const TIED_DEGREES = 0.0001;

function along(stops: LatLng[], legs: Legs): Pick<Line, 'road' | 'ties'> {
  const ties: LatLng[][] = [];
  const road = stops.slice(1).flatMap((to, i) => {
    const from = stops[i] ?? to;
    const leg = legs[i]?.map(([lat, lng]) => ({ lat, lng }));
    const [first, last] = [leg?.[0], leg?.[leg.length - 1]];
    if (!leg || !first || !last) return [from, to];
    for (const [pin, end] of [
      [from, first],
      [to, last],
    ] as const)
      if (Math.hypot(pin.lat - end.lat, pin.lng - end.lng) > TIED_DEGREES) ties.push([pin, end]);
    return leg;
  });
  return { road, ties };
}
