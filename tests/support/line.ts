/** A connection between a phone and the server that a test can break. */
import { startWire, type Fate, type Wire } from './wire';

/** The fault of the next call that changes something. */
export type Cut = Exclude<Fate, 'twice'>;

export type Line = Pick<Wire, 'cut' | 'mend' | 'close'> & {
  origin: string;
  /** Sets the faults of the next changing calls, one each. After them everything passes. */
  plan(cuts: Cut[]): void;
  /** Leads to another address from now on, such as that of a restarted server. */
  leadTo(origin: string): void;
};

export async function startLine(origin: string): Promise<Line> {
  let cuts: Cut[] = [];
  const wire = await startWire(new URL(origin), (piece) =>
    isChange(piece) ? (cuts.shift() ?? 'none') : 'none',
  );
  return {
    ...wire,
    origin: `http://127.0.0.1:${String(wire.port)}`,
    plan: (planned) => {
      cuts = [...planned];
    },
    leadTo: (next) => {
      wire.leadTo(new URL(next));
    },
  };
}

/** Recognizes the head of a call from the outbox. */
const isChange = (chunk: Buffer) =>
  /^(POST|PUT) \/api\/tasks\/(batch\/status|batch\/undo-completion|reorder|end-route|start-route)/.test(
    chunk.toString('latin1', 0, 60),
  );
