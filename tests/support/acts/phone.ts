/**
 * A driver's phone: the outbox of the product, each phone with its own copy of the code and its own storage. A page
 * that is loaded again finds the entries that were not answered.
 */
import { build } from 'esbuild';
import { compileFunction } from 'node:vm';
import type * as Outbox from '~/components/offline/outbox';
import type * as Send from '~/components/offline/send';
import type { DriverAction } from '~/components/offline/driver-action';
import type { Journal } from './journal';
import type { Line } from './line';

type Code = Pick<typeof Outbox, 'discard' | 'onOutcome' | 'put'> & Pick<typeof Send, 'drain'>;

const ENTRY = `
export { discard, onOutcome, put } from '~/components/offline/outbox';
export { drain } from '~/components/offline/send';
`;

let bundled: Promise<string> | undefined;

/** Photos are sent by fetch here, because only browsers can tell the progress. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'cjs',
    external: ['idb', './upload'],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

type Entry = { key: string; act: DriverAction };
type Stored = Entry & { id: number };

/** The IndexedDB of a phone, as far as the outbox uses it. It has no route, so the outbox keeps none up to date. */
function storage(onAdd: (entry: Entry) => void) {
  const rows = new Map<number, Stored>();
  let next = 1;
  const outbox = {
    add: async (row: Entry) => {
      const id = next;
      next += 1;
      onAdd(row);
      rows.set(id, { ...row, id });
      return Promise.resolve(id);
    },
    put: async (row: Stored) => {
      rows.set(row.id, row);
      return Promise.resolve();
    },
    get: async (id: number) => Promise.resolve(rows.get(id)),
    getAll: async () => Promise.resolve([...rows.values()]),
    delete: async (id: number) => {
      rows.delete(id);
      return Promise.resolve();
    },
  };
  const routes = { get: async () => Promise.resolve(undefined) };
  const database = {
    transaction: () => ({
      store: outbox,
      objectStore: (name: string) => (name === 'outbox' ? outbox : routes),
      done: Promise.resolve(),
    }),
    getAll: outbox.getAll,
    put: (_: string, row: Stored) => outbox.put(row),
    delete: (_: string, id: number) => outbox.delete(id),
  };
  return { count: () => rows.size, idb: { openDB: async () => Promise.resolve(database) } };
}

export type Phone = {
  isOnline: boolean;
  /** The number of entries without a final answer. */
  waiting(): number;
  /** Stores the act and, with a connection, sends what waits. Resolves when all is answered or an attempt has failed. */
  act(act: DriverAction): Promise<void>;
  send(): Promise<void>;
  /** Ends the page with its requests and opens it again. */
  reload(): void;
  /** The number of refusals so far. */
  refusals(): number;
};

type Options = {
  driverId: number;
  line: Line;
  journal: Journal;
  hasKeys: boolean;
  /** Called when an act has got its final answer. */
  onEnd: () => void;
};

export async function startPhone({ driverId, line, journal, hasKeys, onEnd }: Options): Promise<Phone> {
  bundled ??= bundle();
  const code = await bundled;
  const actOfKey = new Map<string, number>();
  const { count, idb } = storage(({ key, act: { kind, ...body } }) => {
    actOfKey.set(key, journal.act({ key, at: Date.now(), method: 'phone', path: kind, body }));
  });
  let refused = 0;

  const open = () => {
    const closed = new AbortController();
    const ask = async (
      path: string,
      init: { method: string; headers: Record<string, string>; body: string },
    ) => {
      if (!phone.isOnline || closed.signal.aborted) throw new TypeError('Failed to fetch');
      const { 'Idempotency-Key': key = '', ...headers } = init.headers;
      const { occurred_at: tapped } = JSON.parse(init.body) as { occurred_at?: string };
      const {
        status,
        text,
        headers: told,
      } = await line.attempt(
        actOfKey.get(key) ?? 0,
        {
          method: init.method,
          path,
          headers: hasKeys ? init.headers : headers,
          body: init.body,
          signal: closed.signal,
        },
        tapped === undefined ? {} : { tapped },
      );
      return new Response(text, { status, headers: told });
    };
    const module = { exports: {} as Code };
    const page = {
      setTimeout: (work: () => void, ms: number) =>
        closed.signal.aborted ? 0 : Number(setTimeout(() => !closed.signal.aborted && work(), ms)),
      clearTimeout: (timer: number | undefined) => {
        clearTimeout(timer);
      },
    };
    const navigator = {
      get onLine() {
        return phone.isOnline;
      },
    };
    const load = (name: string) => {
      if (name === 'idb') return idb;
      throw new Error(`${name} is not on this phone`);
    };
    const names = ['module', 'require', 'window', 'navigator', 'fetch', 'BroadcastChannel'];
    const run = compileFunction(code, names) as (...globals: unknown[]) => void;
    run(module, load, page, navigator, ask, undefined);
    const { exports } = module;
    exports.onOutcome((outcome) => {
      const outcomeIs = 'sent' in outcome ? 'accepted' : 'refused';
      journal.end({ end: actOfKey.get(outcome.entry.key) ?? 0, outcome: outcomeIs });
      actOfKey.delete(outcome.entry.key);
      onEnd();
      if (outcomeIs === 'accepted') return;
      refused += 1;
      void exports.discard(outcome.entry);
    });
    return { exports, closed };
  };

  const phone: Phone = {
    isOnline: true,
    waiting: count,
    act: async (act) => {
      await page.exports.put({ driverId, act, place: '' });
      await phone.send();
    },
    send: async () => {
      if (phone.isOnline) await page.exports.drain(driverId);
    },
    reload: () => {
      page.closed.abort();
      page = open();
      void phone.send();
    },
    refusals: () => refused,
  };
  let page = open();
  return phone;
}
