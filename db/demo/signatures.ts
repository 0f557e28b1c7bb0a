/**
 * Draws signatures that look handwritten: loops and strokes, different for every name and always the same for
 * one.
 */
import { diceOf, seedOf, type Dice } from './dice';

const WIDTH = 400;
const HEIGHT = 200;
// The same quality as that of the signature pad.
const QUALITY = 60;

export async function drawSignatures(names: string[]): Promise<Map<string, Buffer>> {
  const drawn = [...new Set(names)].map(async (name): Promise<[string, Buffer]> => [name, await draw(name)]);
  return new Map(await Promise.all(drawn));
}

async function draw(name: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(HEIGHT)}">
    <rect width="100%" height="100%" fill="#fff"/>
    <g fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round">${strokes(name).join('')}</g>
  </svg>`;
  // Loaded here because few starts write a demo network.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).jpeg({ quality: QUALITY }).toBuffer();
}

type Point = [x: number, y: number];

/** The handwriting of a person. */
type Hand = { slant: number; size: number; loop: number; pace: number; rise: number };

function strokes(name: string): string[] {
  const dice = diceOf(seedOf(name));
  const hand: Hand = {
    slant: 0.1 + dice.next() * 0.45,
    size: 13 + dice.next() * 9,
    loop: 0.5 + dice.next() * 0.8,
    pace: 0.65 + dice.next() * 0.35,
    rise: (dice.next() - 0.6) * 0.14,
  };
  const words = name.split(' ').map((word) => word.replace(/[^a-z]/gi, ''));
  const letters = words.join('').length + words.length;
  const step = Math.min(26, (WIDTH - 100) / letters) * hand.pace;
  const lines: Point[][] = [];
  let x = 38 + dice.next() * 30;
  for (const word of words) {
    const line = written(dice, hand, word, x, step);
    lines.push(line);
    x += (word.length + 1) * step;
  }
  if (dice.chance(0.6)) lines.push(flourish(dice, x));
  return lines.flatMap((line) => inked(dice, line));
}

/**
 * Draws a capital, then one loop or hump for every letter: tall for l, deep for g, small for e, and smaller
 * toward the end.
 */
function written(dice: Dice, hand: Hand, word: string, from: number, step: number): Point[] {
  const points: Point[] = [];
  const bounce = dice.next() * 6;
  Array.from(word).forEach((letter, index) => {
    const capital = index === 0;
    const fading = 1.15 - (0.5 * index) / word.length;
    const up =
      hand.size * fading * (capital ? 2.4 : 'bdfhklt'.includes(letter) ? 2 : 0.6 + dice.next() * 0.5);
    const down = hand.size * ('fgjpqy'.includes(letter) ? 1.8 : 0.15 + dice.next() * 0.35);
    const swing =
      step * hand.loop * (capital ? 1.3 : 'aceo'.includes(letter) ? 1.05 : 0.25 + dice.next() * 0.5);
    const lean = dice.next() * 0.7;
    for (let part = 0; part < 8; part += 1) {
      const turn = (part / 8) * 2 * Math.PI;
      const height = -Math.cos(turn + lean * Math.sin(turn));
      const along = (index + part / 8) * step;
      const above = height > 0 ? height * up : height * down;
      const baseline = 112 + along * hand.rise + Math.sin(along / 23 + bounce) * 3.5;
      points.push([from + along + swing * Math.sin(turn) + above * hand.slant, baseline - above]);
    }
  });
  const [x, y] = points[points.length - 1] ?? [from, 112];
  return [...points, [x + step, y + 2], [x + step * (1.6 + dice.next() * 1.5), y - 5 - dice.next() * 8]];
}

/** Draws the line under a name. */
function flourish(dice: Dice, end: number): Point[] {
  const y = 140 + dice.next() * 16;
  const start = 40 + dice.next() * 60;
  const length = Math.min(WIDTH - 30 - start, Math.max(80, end - start));
  return [0, 0.25, 0.5, 0.75, 1].map((part): Point => [
    start + length * part,
    y - Math.sin(part * Math.PI) * (6 + dice.next() * 9) - part * 9,
  ]);
}

/** Draws a smooth curve through the points, in pieces whose width follows the pressure of the pen. */
function inked(dice: Dice, points: Point[]): string[] {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  const pieces: string[] = [];
  for (let start = 0; start < points.length - 1; start += 4) {
    let path = `M${print(at(start))}`;
    for (let i = start; i < Math.min(start + 4, points.length - 1); i += 1) {
      const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      path += `C${print(between(from, before, to))} ${print(between(to, after, from))} ${print(to)}`;
    }
    pieces.push(`<path d="${path}" stroke-width="${(1.3 + dice.next() * 1.5).toFixed(1)}"/>`);
  }
  return pieces;
}

/** Returns the control point beside `point`, along the line between its neighbors. */
const between = ([x, y]: Point, [backX, backY]: Point, [onX, onY]: Point): Point => [
  x + (onX - backX) / 6,
  y + (onY - backY) / 6,
];

const print = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
