/** Open pages: each is connected by the code of our pages, and loads its list when a message or greeting says so. */
import { request, type Agent } from 'node:http';
import { keepConnected } from '~/live/connection';
import { RESTARTING } from '~/live/message';
import { createPace } from '~/live/pace';
import type { TestDatabase } from './database';
import { openSocket } from './sockets';

const SAMPLE_MS = 50;

/** The driver whose list a page shows, or all lists. */
export type Owner = number | 'all';

export type Versions = {
  /** Reads the versions now, beside the reads that happen all the time. */
  read(): Promise<void>;
  latest(owner: Owner): number;
  /** Called when a page shows `version` in place of `before`. */
  shown(owner: Owner, before: number, version: number): void;
  /** The longest time from a version in the database until a page had it, in milliseconds. */
  longestLagMs(): number;
  stop(): void;
};

/** Follows the versions of lists in the database, for pages of these drivers and pages of all lists. */
export function followVersions(database: TestDatabase): Versions {
  const known = new Map<Owner, { version: number; at: number }[]>();
  let longestLagMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const note = (owner: Owner, version: number, at: number) => {
    const past = known.get(owner) ?? [];
    known.set(owner, past);
    if (version > (past.at(-1)?.version ?? 0)) past.push({ version, at });
  };
  const read = async () => {
    const lists = await database.rows<{ owner: number; version: number }>(
      'select owner_id as owner, version from task_lists',
    );
    const at = performance.now();
    // Pages of a driver depend on the unassigned list too.
    const unassigned = lists.find(({ owner }) => owner === 0)?.version ?? 0;
    for (const { owner, version } of lists) if (owner !== 0) note(owner, version + unassigned, at);
    note(
      'all',
      lists.reduce((sum, { version }) => sum + version, 0),
      at,
    );
  };
  const readOften = async () => {
    await read();
    if (!isStopped) timer = setTimeout(() => void readOften(), SAMPLE_MS);
  };
  void readOften();
  return {
    read,
    latest: (owner) => known.get(owner)?.at(-1)?.version ?? 0,
    shown: (owner, before, version) => {
      const missed = known.get(owner)?.find((each) => each.version > before && each.version <= version);
      if (missed) longestLagMs = Math.max(longestLagMs, performance.now() - missed.at);
    },
    longestLagMs: () => longestLagMs,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

export type OpenPage = {
  owner: Owner;
  /** Resolves when the page has been greeted for the first time. */
  greeted: Promise<void>;
  /** The version that the page shows. */
  shown(): number;
  close(): void;
};

type Options = {
  origin: string;
  cookie: string;
  owner: Owner;
  agent: Agent;
  versions: Versions;
  /** Called when the page asks for its list, with the status or the error of the answer. */
  onLoaded: (result: string) => void;
  /** Called when its instance asks the page to connect to another one, and when another one greets it. */
  onMove: (step: 'left' | 'greeted') => void;
  /** Called when the page has no connection. */
  onLost: () => void;
};

export function openPage({ origin, cookie, owner, agent, versions, ...told }: Options): OpenPage {
  const pace = createPace();
  let shown = -1;
  let timer: NodeJS.Timeout | undefined;
  let isLoading = false;
  let isWanted = false;
  let isClosed = false;
  let begin: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => {
    begin = resolve;
  });

  const show = (version: number) => {
    if (version > shown) versions.shown(owner, shown, version);
    shown = Math.max(shown, version);
  };
  const look = async () => {
    timer = undefined;
    isWanted = false;
    isLoading = true;
    pace.begin(performance.now());
    const { result, version } = await load({ origin, cookie, owner, shown, agent });
    isLoading = false;
    if (isClosed) return;
    told.onLoaded(result);
    if (version === null) isWanted = true;
    else show(version);
    if (isWanted) soon();
  };
  const soon = () => {
    isWanted = true;
    if (!isLoading && !isClosed) timer ??= setTimeout(() => void look(), pace.wait(performance.now()));
  };
  const connection = keepConnected({
    open: ({ onMessage, onClose }) =>
      openSocket(
        origin,
        cookie,
      )({
        onMessage,
        onClose: (code) => {
          if (code === RESTARTING) told.onMove('left');
          onClose(code);
        },
      }),
    onGreeting: (version, hadGap) => {
      if (hadGap) told.onMove('greeted');
      // Before its first greeting a page has just been loaded.
      if (shown === -1) shown = Number(version);
      else if (version !== shown) soon();
      begin();
    },
    onMessage: ({ type }) => {
      if (type.startsWith('TASK_')) soon();
    },
    onLost: told.onLost,
    onSignedOut: () => undefined,
    onRefused: () => undefined,
    onUnreadable: () => undefined,
  });
  return {
    owner,
    greeted,
    shown: () => shown,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      connection.stop();
    },
  };
}

type Loaded = { result: string; version: number | null };

/**
 * Loads what the page of a dispatcher loads, or the version of a driver's list with one task.
 * @returns the version, or null without a right answer.
 */
function load({
  origin,
  cookie,
  owner,
  shown,
  agent,
}: Pick<Options, 'origin' | 'cookie' | 'owner' | 'agent'> & { shown: number }): Promise<Loaded> {
  const path = owner === 'all' ? `/api/board?since=${String(shown)}` : '/api/tasks?limit=1';
  const headers = { cookie, 'if-none-match': `W/"${String(shown)}"`, 'accept-encoding': 'identity' };
  return new Promise((resolve) => {
    request(origin + path, { agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('close', () => {
        const result = response.complete ? String(statusCode) : 'cut off';
        const { etag } = response.headers;
        if (result === '304') resolve({ result, version: shown });
        else if (result !== '200') resolve({ result, version: null });
        else resolve({ result, version: owner === 'all' ? versionOfBoard(pieces) : versionOfList(etag) });
      });
    })
      .once('error', (error) => {
        resolve({ result: error.message, version: null });
      })
      .end();
  });
}

function versionOfList(etag = ''): number | null {
  const [, version] = /-(\d+)"$/.exec(etag) ?? [];
  return version === undefined ? null : Number(version);
}

function versionOfBoard(pieces: Buffer[]): number | null {
  const [, version] = /"liveVersion":(\d+)/.exec(Buffer.concat(pieces).toString()) ?? [];
  return version === undefined ? null : Number(version);
}
