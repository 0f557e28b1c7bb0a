/** A signature as lines on a sheet of 400 × 200: kept as numbers, it can be drawn again at any size. */

export const SHEET = { width: 400, height: 200 } as const;

/** x and y on the sheet, t in milliseconds. */
export type Point = { x: number; y: number; t: number };
export type Stroke = Point[];

const THIN = 1;
const THICK = 3;
// A hand that writes slowly moves under 0.2 sheet units a millisecond, a quick one over 2.
const SLOW = 0.2;
const QUICK = 2;

const LEAST_LENGTH = 60;
const LEAST_EXTENT = 20;

/** Whether somebody has written something: a dot, or a slip of the finger, is no signature. */
export function isSignature(strokes: Stroke[]): boolean {
  const points = strokes.flat();
  if (points.length < 2) return false;
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values);
  const reach = Math.max(extent(points.map(({ x }) => x)), extent(points.map(({ y }) => y)));
  return lengthOf(strokes) >= LEAST_LENGTH && reach >= LEAST_EXTENT;
}

function lengthOf(strokes: Stroke[]): number {
  let length = 0;
  for (const stroke of strokes) {
    for (let i = 1; i < stroke.length; i += 1) length += distance(stroke[i - 1], stroke[i]);
  }
  return length;
}

function distance(a: Point | undefined, b: Point | undefined): number {
  return a && b ? Math.hypot(b.x - a.x, b.y - a.y) : 0;
}

/** Thick where the hand is slow, thin where it is quick. Between 1 and 3. */
export function penWidth(from: Point, to: Point): number {
  const speed = distance(from, to) / Math.max(1, to.t - from.t);
  const quickness = Math.min(1, Math.max(0, (speed - SLOW) / (QUICK - SLOW)));
  return THICK - quickness * (THICK - THIN);
}

type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'arc' | 'fill' | 'lineWidth' | 'lineCap' | 'lineJoin'
>;

/** Draws everything, in sheet units. */
export function drawStrokes(pen: Pen, strokes: Stroke[]): void {
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const stroke of strokes) {
    const [first] = stroke;
    if (first && stroke.length === 1) {
      pen.beginPath();
      pen.arc(first.x, first.y, THICK / 2, 0, 2 * Math.PI);
      pen.fill();
    }
    stroke.forEach((to, i) => {
      const from = stroke[i - 1];
      if (!from) return;
      pen.beginPath();
      pen.lineWidth = penWidth(from, to);
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
      pen.stroke();
    });
  }
}
