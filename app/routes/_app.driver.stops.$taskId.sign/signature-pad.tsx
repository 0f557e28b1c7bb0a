/** The drawing pad. It stores strokes and not pixels, so that it can draw them again when the phone is rotated. */
import { useCallback, useEffect, useRef, type PointerEvent } from 'react';
import { drawStroke, onSheet, scaleOf, SHEET, type Point, type Stroke } from './strokes';
import * as css from './sign.css';
import { proof } from '~/words/en/proof';

type Props = { strokes: Stroke[]; onChange: (strokes: Stroke[]) => void; describedBy: string };

const INK = '#14181f';

export function SignaturePad({ strokes, onChange, describedBy }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const current = useRef<{ pointer: number; stroke: Stroke } | null>(null);
  const latest = useRef(strokes);
  latest.current = strokes;

  const redraw = useCallback(() => {
    const sheet = canvas.current;
    const pen = sheet?.getContext('2d');
    if (!sheet || !pen) return;
    const width = Math.max(1, Math.round(sheet.clientWidth * window.devicePixelRatio));
    const height = Math.max(1, Math.round(sheet.clientHeight * window.devicePixelRatio));
    if (sheet.width !== width || sheet.height !== height) {
      sheet.width = width;
      sheet.height = height;
    }
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    const scale = scaleOf(latest.current, width, height);
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.strokeStyle = INK;
    pen.fillStyle = INK;
    for (const stroke of latest.current) drawStroke(pen, stroke);
    if (current.current) drawStroke(pen, current.current.stroke);
  }, []);

  useEffect(redraw, [redraw, strokes]);
  useEffect(() => {
    const sheet = canvas.current;
    if (!sheet) return;
    const watcher = new ResizeObserver(redraw);
    watcher.observe(sheet);
    const stopWatching = onPixelRatio(redraw);
    return () => {
      watcher.disconnect();
      stopWatching();
    };
  }, [redraw]);

  const pointOf = ({ clientX, clientY, timeStamp }: MouseEvent): Point => {
    const sheet = canvas.current;
    if (!sheet) return { x: 0, y: 0, t: 0 };
    const { left, top } = sheet.getBoundingClientRect();
    const scale = scaleOf(latest.current, sheet.clientWidth, sheet.clientHeight);
    const round = (value: number) => Math.round(value * 10) / 10;
    return {
      x: round((clientX - left - sheet.clientLeft) / scale),
      y: round((clientY - top - sheet.clientTop) / scale),
      t: Math.round(timeStamp),
    };
  };
  const begin = (event: PointerEvent) => {
    if (current.current || event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    current.current = { pointer: event.pointerId, stroke: [pointOf(event.nativeEvent)] };
    redraw();
  };
  const draw = ({ pointerId, nativeEvent }: PointerEvent) => {
    if (current.current?.pointer !== pointerId) return;
    const { stroke } = current.current;
    const added = stroke.length;
    for (const event of coalesced(nativeEvent)) stroke.push(pointOf(event));
    const pen = canvas.current?.getContext('2d');
    if (pen) drawStroke(pen, stroke, added);
  };
  const end = ({ pointerId }: PointerEvent) => {
    if (current.current?.pointer !== pointerId) return;
    const { stroke } = current.current;
    current.current = null;
    onChange([...latest.current, stroke]);
  };

  return (
    <canvas
      ref={canvas}
      className={css.pad}
      role="img"
      aria-label={proof.padName}
      aria-describedby={describedBy}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

/** All pointer positions since the last event. Older phones have only the last one. */
function coalesced(event: globalThis.PointerEvent): globalThis.PointerEvent[] {
  const all = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
  return all.length > 0 ? all : [event];
}

/** Calls back when devicePixelRatio changes, on another screen or by zooming. @returns a function that ends this. */
function onPixelRatio(changed: () => void): () => void {
  let query: MediaQueryList | undefined;
  const listen = () => {
    query?.removeEventListener('change', listen);
    if (query) changed();
    query = window.matchMedia(`(resolution: ${String(window.devicePixelRatio)}dppx)`);
    query.addEventListener('change', listen);
  };
  listen();
  return () => query?.removeEventListener('change', listen);
}

/** The signature as a data URL: 400 × 200 on white, JPEG of quality 0.6, or PNG where the browser has no JPEG. */
export function exportSignature(strokes: Stroke[]): string {
  const sheet = document.createElement('canvas');
  sheet.width = SHEET.width;
  sheet.height = SHEET.height;
  const pen = sheet.getContext('2d');
  if (!pen) throw new Error(proof.cannotDraw);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.strokeStyle = INK;
  pen.fillStyle = INK;
  for (const stroke of onSheet(strokes)) drawStroke(pen, stroke);
  const compressed = sheet.toDataURL('image/jpeg', 0.6);
  return compressed.startsWith('data:image/jpeg') ? compressed : sheet.toDataURL();
}
