/** Stands in for the coordinate providers Google and Nominatim, with the same answers and failures. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Place = { lat: number; lng: number };

/** The answer to an address. */
export type Mode =
  | { kind: 'found'; at: Place; precision?: 'house' | 'street' | 'postcode'; partial?: boolean }
  | { kind: 'not found' }
  | { kind: 'quota' }
  | { kind: 'refused' }
  /** Answers with `then` when `until` resolves. */
  | { kind: 'slow'; until: Promise<unknown>; then: Mode }
  | { kind: 'garbage'; body: string; type?: string }
  | { kind: 'redirect'; to: string };

export type Provider = {
  url: string;
  /** The requested addresses in order. */
  requests: string[];
  /** The time of each request, in milliseconds. */
  askedAt: number[];
  userAgents: Set<string | undefined>;
  /** Sets the answer for addresses that contain `part`. */
  answer(part: string, mode: Mode): void;
  /** Stops listening until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
};

export const KEY = 'a-server-key-that-nobody-must-see';

export const startGoogle = () => start('google');
export const startNominatim = () => start('nominatim');

async function start(name: keyof typeof SPEECH): Promise<Provider> {
  const speech = SPEECH[name];
  const modes = new Map<string, Mode>();
  const requests: string[] = [];
  const askedAt: number[] = [];
  const userAgents = new Set<string | undefined>();
  let server: Server | undefined;
  let port = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const address = url.searchParams.get(speech.parameter) ?? '';
    if (url.pathname !== speech.path || !speech.isAllowed(url.searchParams)) {
      response.writeHead(404).end();
      return;
    }
    requests.push(address);
    askedAt.push(performance.now());
    userAgents.add(request.headers['user-agent']);
    let mode = [...modes].reverse().find(([part]) => address.includes(part))?.[1] ?? { kind: 'not found' };
    while (mode.kind === 'slow') {
      await mode.until;
      mode = mode.then;
    }
    if (mode.kind === 'redirect') {
      response.writeHead(302, { location: mode.to }).end();
      return;
    }
    const { status, type, body } =
      mode.kind === 'garbage'
        ? { status: 200, type: mode.type ?? 'application/json', body: mode.body }
        : { type: 'application/json', ...speech.say(mode, address) };
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  const up = () =>
    new Promise<void>((resolve) => {
      server = createServer((request, response) => void serve(request, response));
      server.listen(port, '127.0.0.1', () => {
        port = (server?.address() as AddressInfo).port;
        resolve();
      });
    });
  const down = () =>
    new Promise<void>((resolve) => {
      server?.close(() => resolve());
      server?.closeAllConnections();
    });
  await up();
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    askedAt,
    userAgents,
    answer: (part, mode) => {
      modes.delete(part);
      modes.set(part, mode);
    },
    up,
    down,
    close: down,
  };
}

type Said = Exclude<Mode, { kind: 'slow' | 'garbage' | 'redirect' }>;
type Speech = {
  path: string;
  parameter: string;
  isAllowed: (query: URLSearchParams) => boolean;
  say: (mode: Said, address: string) => { status: number; body: string };
};

const GOOGLE_PRECISION = {
  house: { location_type: 'ROOFTOP', types: ['street_address'] },
  street: { location_type: 'GEOMETRIC_CENTER', types: ['route'] },
  postcode: { location_type: 'APPROXIMATE', types: ['postal_code'] },
};
const NOMINATIM_PRECISION = {
  house: { place_rank: 30, category: 'building', type: 'yes' },
  street: { place_rank: 26, category: 'highway', type: 'residential' },
  postcode: { place_rank: 25, category: 'place', type: 'postcode' },
};

const SPEECH: Record<'google' | 'nominatim', Speech> = {
  google: {
    path: '/maps/api/geocode/json',
    parameter: 'address',
    isAllowed: (query) => query.get('key') === KEY,
    say: (mode, address) => {
      const json = (status: string, more: object = {}) => ({
        status: 200,
        body: JSON.stringify({ results: [], status, ...more }),
      });
      if (mode.kind === 'not found') return json('ZERO_RESULTS');
      if (mode.kind === 'quota') return json('OVER_QUERY_LIMIT');
      if (mode.kind === 'refused')
        return json('REQUEST_DENIED', { error_message: `The provided API key ${KEY} is invalid.` });
      const { location_type, types } = GOOGLE_PRECISION[mode.precision ?? 'house'];
      const geometry = { location: mode.at, location_type };
      const result = {
        formatted_address: address,
        geometry,
        types,
        ...(mode.partial && { partial_match: true }),
      };
      return json('OK', { results: [result] });
    },
  },
  nominatim: {
    path: '/search',
    parameter: 'q',
    isAllowed: (query) => query.get('format') === 'jsonv2' && query.get('countrycodes') === 'us',
    say: (mode, address) => {
      if (mode.kind === 'not found') return { status: 200, body: '[]' };
      if (mode.kind === 'quota') return { status: 429, body: '{"error":{"code":429,"message":"Too many"}}' };
      if (mode.kind === 'refused') return { status: 403, body: '{"error":{"code":403,"message":"Blocked"}}' };
      const house_number = /^\d+/.exec(address)?.[0];
      const place = {
        lat: String(mode.at.lat),
        lon: String(mode.at.lng),
        display_name: address,
        ...NOMINATIM_PRECISION[mode.precision ?? 'house'],
        address: { ...(mode.precision === undefined && { house_number }), country_code: 'us' },
      };
      return { status: 200, body: JSON.stringify([place]) };
    },
  },
};
