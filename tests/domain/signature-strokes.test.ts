import { expect, test } from 'vitest';
import {
  drawStroke,
  isSignature,
  penWidth,
  readStrokes,
  type Stroke,
} from '../../app/routes/_app.driver.stops.$taskId.sign/strokes';

const line = (length: number, at = 50, ms = 160): Stroke =>
  Array.from({ length: 11 }, (_, i) => ({ x: at + (length * i) / 10, y: at, t: (i * ms) / 10 }));

test('a line across the sheet is a signature', () => {
  expect(isSignature([line(120)])).toBe(true);
});

test('several short strokes beside each other are one, too', () => {
  expect(isSignature([line(25, 20), line(25, 60), line(25, 100)])).toBe(true);
});

test('nothing, a dot, many taps on one spot and a slip are none', () => {
  expect(isSignature([])).toBe(false);
  expect(isSignature([[]])).toBe(false);
  expect(isSignature([[{ x: 10, y: 10, t: 0 }]])).toBe(false);
  expect(isSignature(Array.from({ length: 50 }, () => line(2)))).toBe(false);
  expect(isSignature([line(15)])).toBe(false);
});

test('a scribble of very many points is judged, too', () => {
  const scribble = Array.from({ length: 300_000 }, (_, i) => ({ x: 50 + (i % 60), y: 50, t: i }));
  expect(isSignature([scribble])).toBe(true);
});

test('the pen is between 1 and 3 wide, thinner when quick', () => {
  expect(penWidth(line(10, 50, 1_000), 5)).toBe(3);
  expect(penWidth(line(300, 50, 50), 5)).toBe(1);
  const between = penWidth(line(100, 50, 100), 5);
  expect(between).toBeGreaterThan(1);
  expect(between).toBeLessThan(3);
  expect(penWidth(line(100, 50, 0), 5)).toBe(1); // all within a millisecond
});

test('drawing on draws what drawing anew draws, but for the end of the line', () => {
  const drawnBy = (draw: (pen: Parameters<typeof drawStroke>[0]) => void) => {
    const calls: string[] = [];
    const called =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push(`${name} ${args.map((n) => Number(n).toFixed(1)).join()}`);
      };
    draw({
      lineWidth: 0,
      lineCap: 'butt',
      lineJoin: 'miter',
      beginPath: called('begin'),
      moveTo: called('move'),
      lineTo: () => undefined,
      quadraticCurveTo: called('curve'),
      stroke: called('stroke'),
      arc: called('arc'),
      fill: called('fill'),
    });
    return calls;
  };
  const stroke = line(100);
  const anew = drawnBy((pen) => {
    drawStroke(pen, stroke);
  });
  const bit = drawnBy((pen) => {
    drawStroke(pen, stroke.slice(0, 1));
    for (let n = 2; n <= stroke.length; n += 1) drawStroke(pen, stroke.slice(0, n), n - 1);
  });
  const curves = (calls: string[]) => calls.filter((call) => /move|curve/.test(call));
  expect(curves(bit)).toEqual(curves(anew));
  expect(curves(anew)).toHaveLength(20);
});

test('stored strokes come back; invalid ones are ignored', () => {
  const strokes = [line(20), line(30)];
  expect(readStrokes(JSON.parse(JSON.stringify(strokes)))).toEqual(strokes);
  for (const nonsense of [undefined, null, 'x', {}, [1], [[1]], [[{ x: 1, y: 'a', t: 0 }]], [[null]]])
    expect(readStrokes(nonsense)).toEqual([]);
});
