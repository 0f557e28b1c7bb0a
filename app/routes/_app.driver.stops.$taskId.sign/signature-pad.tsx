/** The drawing pad. It keeps strokes, not pixels: turning the phone or changing the window draws them again. */
import { useCallback, useEffect, useRef, type PointerEvent } from 'react';
import { drawStrokes, SHEET, type Point, type Stroke } from './strokes';
import * as css from './sign.css';

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
    const height = Math.round((width * SHEET.height) / SHEET.width);
    if (sheet.width !== width || sheet.height !== height) {
      sheet.width = width;
      sheet.height = height;
    }
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.setTransform(width / SHEET.width, 0, 0, height / SHEET.height, 0, 0);
    pen.strokeStyle = INK;
    pen.fillStyle = INK;
    drawStrokes(pen, current.current ? [...latest.current, current.current.stroke] : latest.current);
  }, []);

  useEffect(redraw, [redraw, strokes]);
  useEffect(() => {
    const sheet = canvas.current;
    if (!sheet) return;
    const watcher = new ResizeObserver(redraw);
    watcher.observe(sheet);
    window.addEventListener('orientationchange', redraw);
    return () => {
      watcher.disconnect();
      window.removeEventListener('orientationchange', redraw);
    };
  }, [redraw]);

  const pointOf = ({
    clientX,
    clientY,
    timeStamp,
  }: {
    clientX: number;
    clientY: number;
    timeStamp: number;
  }): Point => {
    const { left, top, width, height } = canvas.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const round = (value: number) => Math.round(value * 10) / 10;
    return {
      x: round(((clientX - left) / width) * SHEET.width),
      y: round(((clientY - top) / height) * SHEET.height),
      t: Math.round(timeStamp),
    };
  };
  const begin = (event: PointerEvent) => {
    if (current.current || event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    current.current = { pointer: event.pointerId, stroke: [pointOf(event)] };
    redraw();
  };
  const draw = (event: PointerEvent) => {
    if (current.current?.pointer !== event.pointerId) return;
    const { nativeEvent } = event;
    const between = nativeEvent.getCoalescedEvents();
    for (const each of between.length > 0 ? between : [nativeEvent])
      current.current.stroke.push(pointOf(each));
    redraw();
  };
  const end = (event: PointerEvent) => {
    if (current.current?.pointer !== event.pointerId) return;
    const { stroke } = current.current;
    current.current = null;
    onChange([...latest.current, stroke]);
  };

  return (
    <canvas
      ref={canvas}
      className={css.pad}
      role="img"
      aria-label="Signature drawing area"
      aria-describedby={describedBy}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

/** The signature as a data URL: 400 × 200, white, JPEG of quality 0.6; as PNG should that fail. */
export function exportSignature(strokes: Stroke[]): string {
  const sheet = document.createElement('canvas');
  sheet.width = SHEET.width;
  sheet.height = SHEET.height;
  const pen = sheet.getContext('2d');
  if (!pen) throw new Error('This browser can not draw');
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.strokeStyle = INK;
  pen.fillStyle = INK;
  drawStrokes(pen, strokes);
  const compressed = sheet.toDataURL('image/jpeg', 0.6);
  return compressed.startsWith('data:image/jpeg') ? compressed : sheet.toDataURL();
}
