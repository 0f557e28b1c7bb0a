/**
 * A signature as strokes. The pad is 400 units wide and as high as the screen allows. The sent image has the size of
 * the sheet.
 */

export const SHEET = { width: 400, height: 200 } as const;

/** x and y in units, t in milliseconds. */
export type Point = { x: number; y: number; t: number };
export type Stroke = Point[];

const THIN = 1;
const THICK = 3;
// Slow handwriting moves less than 0.2 sheet units per millisecond, fast handwriting more than 2.
const SLOW = 0.2;
const QUICK = 2;
// Speed is averaged over this many points, because it varies a lot from point to point.
const WINDOW = 4;

const LEAST_LENGTH = 60;
const LEAST_EXTENT = 20;

/** False for an accidental touch, such as a dot or a short line. */
export function isSignature(strokes: Stroke[]): boolean {
  const length = strokes.reduce((sum, stroke) => sum + pathLength(stroke, 0, stroke.length - 1), 0);
  const { left, top, right, bottom } = boundsOf(strokes);
  return length >= LEAST_LENGTH && Math.max(right - left, bottom - top) >= LEAST_EXTENT;
}

function pathLength(stroke: Stroke, from: number, to: number): number {
  let length = 0;
  for (let i = from + 1; i <= to; i += 1) {
    const [a, b] = [stroke[i - 1], stroke[i]];
    if (a && b) length += Math.hypot(b.x - a.x, b.y - a.y);
  }
  return length;
}

function boundsOf(strokes: Stroke[]) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const stroke of strokes)
    for (const { x, y } of stroke) {
      bounds.left = Math.min(bounds.left, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.right = Math.max(bounds.right, x);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
  return bounds;
}

/**
 * Pixels per unit on a pad of this size. All strokes fit in, even those that were drawn before the phone was rotated.
 */
export function scaleOf(strokes: Stroke[], width: number, height: number): number {
  const { right, bottom } = boundsOf(strokes);
  return Math.min(width / SHEET.width, width / Math.max(1, right), height / Math.max(1, bottom));
}

const MARGIN = 8;

/** Centers the strokes on the sheet, undistorted and no larger than they were drawn. */
export function onSheet(strokes: Stroke[]): Stroke[] {
  const { left, top, right, bottom } = boundsOf(strokes);
  const room = (side: number, drawn: number) => (side - 2 * MARGIN) / Math.max(1, drawn);
  const scale = Math.min(1, room(SHEET.width, right - left), room(SHEET.height, bottom - top));
  return strokes.map((stroke) =>
    stroke.map(({ x, y, t }) => ({
      x: SHEET.width / 2 + (x - (left + right) / 2) * scale,
      y: SHEET.height / 2 + (y - (top + bottom) / 2) * scale,
      t,
    })),
  );
}

/** The width at a point, from 1 to 3: thick for a slow hand, thin for a fast one. */
export function penWidth(stroke: Stroke, at: number): number {
  const from = Math.max(0, at - WINDOW);
  const [first, last] = [stroke[from], stroke[at]];
  if (!first || !last) return THICK;
  const speed = pathLength(stroke, from, at) / Math.max(1, last.t - first.t);
  const quickness = Math.min(1, Math.max(0, (speed - SLOW) / (QUICK - SLOW)));
  return THICK - quickness * (THICK - THIN);
}

type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'quadraticCurveTo'
  | 'lineTo'
  | 'stroke'
  | 'arc'
  | 'fill'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
>;

/** Draws a stroke from this point on, in units, so that new points can be drawn while the pen moves. */
export function drawStroke(pen: Pen, stroke: Stroke, from = 0): void {
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  const [first] = stroke;
  if (first && from === 0) {
    pen.beginPath();
    pen.arc(first.x, first.y, (stroke.length === 1 ? THICK : THIN) / 2, 0, 2 * Math.PI);
    pen.fill();
  }
  for (let i = Math.max(1, from); i < stroke.length; i += 1) {
    const [before, corner, to] = [stroke[i - 2], stroke[i - 1], stroke[i]];
    if (!corner || !to) continue;
    // Curves go from midpoint to midpoint with the point as control point, so that there are no corners.
    const start = before ? middle(before, corner) : corner;
    const end = middle(corner, to);
    pen.beginPath();
    pen.lineWidth = penWidth(stroke, i);
    pen.moveTo(start.x, start.y);
    pen.quadraticCurveTo(corner.x, corner.y, end.x, end.y);
    if (from === 0 && i === stroke.length - 1) pen.lineTo(to.x, to.y);
    pen.stroke();
  }
}

const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The strokes of a stored draft; none when it is malformed. */
export function readStrokes(stored: unknown): Stroke[] {
  const isPoint = (value: unknown): value is Point =>
    typeof value === 'object' &&
    value !== null &&
    [(value as Point).x, (value as Point).y, (value as Point).t].every((part) => Number.isFinite(part));
  const isStroke = (value: unknown): value is Stroke => Array.isArray(value) && value.every(isPoint);
  return Array.isArray(stored) && stored.every(isStroke) ? stored : [];
}
