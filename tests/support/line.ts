/** A line between a phone and the server that breaks when it is told to. */
import { startWire, type Fate, type Wire } from './wire';

/** What happens to the next call that changes something. */
export type Cut = Exclude<Fate, 'twice'>;

export type Line = Pick<Wire, 'cut' | 'mend' | 'close'> & {
  origin: string;
  /** For the next changing calls, one each; then everything goes through. */
  plan(cuts: Cut[]): void;
  /** Where it leads from now on: a server that was started again. */
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

/** The head of a call from the outbox. */
const isChange = (chunk: Buffer) =>
  /^(POST|PUT) \/api\/tasks\/(batch\/status|batch\/undo-completion|reorder|end-route|start-route)/.test(
    chunk.toString('latin1', 0, 60),
  );
