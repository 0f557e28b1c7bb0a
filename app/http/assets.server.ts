/**
 * Public files: those of the build, whose names contain a hash, other files of public/, and the service worker's
 * script.
 */
import { cssBundleHref } from '@remix-run/css-bundle';
import type { ServerBuild } from '@remix-run/node';
import { existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';
import sirv from 'sirv';
import { env } from '~/process/env.server';
import { notices } from '~/words/en/notices';
import { isLanguage, type Spoken } from '~/words/languages';
import { inLanguage } from '~/words/spoken.server';

/** The build's part of a document's head. */
export type Head = {
  /** Maps the names in the imports of the build's files to their addresses (scripts/browser-files.mjs). */
  importMap?: string;
  /** Addresses of this page's scripts. */
  preloads?: string[];
  /** The style rules of this page. */
  styles?: string;
  /** The address of the style sheet for all pages. */
  href?: string;
};

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_AN_HOUR = 'public, max-age=3600';

/** Answers a request for a file. @returns false for other requests. */
export function serveAssets(
  folder: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', path.startsWith('/build/') ? FOR_EVER : FOR_AN_HOUR);
      // A policy in the header of a worker's script would apply to the worker itself.
      if (path.endsWith('.js')) response.removeHeader('Content-Security-Policy');
    },
  });
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    if (!isFile.test(request.url ?? '')) return false;
    // A new build may have deleted files that sirv remembers. Reading a missing file would end the process.
    if (!(await exists(join(folder, pathOf(request))))) return false;
    return new Promise((resolve) => {
      response.once('close', () => {
        resolve(true);
      });
      files(request, response, () => {
        resolve(false);
      });
    });
  };
}

/** Pages have no extension, and their data has `.data`. */
const isFile = /^[^?]*\.(?!data(\?|$))[^/?]+(\?|$)/;

const pathOf = ({ url = '/' }: IncomingMessage) => normalize(decodeURIComponent(url.split('?')[0] ?? '/'));

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

const wholeSheet = cssBundleHref ? readFileSync(join('public', cssBundleHref), 'utf8').trim() : '';

type InDocument = { importMap?: string; styles?: Record<string, string> };
let inDocument: InDocument | undefined;

/**
 * The build's part of a document's head, so that the first paint needs no second request: the rules of its routes, the
 * address of the whole style sheet, which browsers load later (app/ui/sheet.tsx), the import map, and the addresses of
 * its scripts. With `npm run dev` there is no import map, and the head has the whole style sheet.
 */
export function headFor(assets: Assets, routeIds: string[], language: Spoken): Head {
  const { importMap: inEnglish, styles = {} } = (inDocument ??=
    readBuilt<InDocument>('in-document.json') ?? {});
  const importMap = languages()[language]?.importMap ?? inEnglish;
  const rules = styles[routeIds.at(-1) ?? ''];
  const head = { importMap, preloads: scriptsOf(assets, routeIds) };
  return rules === undefined
    ? { ...head, styles: wholeSheet }
    : { ...head, styles: rules, href: cssBundleHref };
}

/** Null if the build was made without merging. */
function readBuilt<Contents>(name: string): Contents | null {
  const file = new URL(`./${name}`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Contents) : null;
}

/** The build with the merged browser files (scripts/browser-files.mjs). `npm run dev` serves the compiler's files. */
export function withMergedFiles(build: ServerBuild): ServerBuild {
  const assets = readBuilt<ServerBuild['assets']>('assets.json');
  return assets ? { ...build, assets } : build;
}

type Assets = Pick<ServerBuild['assets'], 'entry' | 'url' | 'routes'>;

type BuiltLanguages = Partial<Record<Spoken, { importMap: string; assets: ServerBuild['assets'] }>>;
let builtLanguages: BuiltLanguages | undefined;

/** The files of languages other than English. With `npm run dev` there are none. */
const languages = () => (builtLanguages ??= readBuilt<BuiltLanguages>('languages.json') ?? {});

/** True if the build has this language. */
export const isBuilt = (language: Spoken) => language === 'en' || languages()[language] !== undefined;

/** The list of routes with the files of this language. */
export const assetsIn = (language: Spoken, assets: ServerBuild['assets']): ServerBuild['assets'] =>
  languages()[language]?.assets ?? assets;

/** The scripts of these routes, and the scripts that start every page. */
function scriptsOf({ entry, url, routes }: Assets, ids: string[]): string[] {
  const wanted = [entry, ...ids.flatMap((id) => routes[id] ?? [])];
  return [...new Set([...wanted.flatMap(({ module, imports = [] }) => [module, ...imports]), url])];
}

const idsLike = ({ routes }: Assets, pattern: RegExp) => Object.keys(routes).filter((id) => pattern.test(id));

/** The first pages that people see after signing in. */
const HOME_ROUTES = /^(root|routes\/_app(\.(driver|dispatcher))?)$/;

type SignInPage = { script: string; next: string[] };
const signInPages = new Map<Spoken, SignInPage>();

/** The build's part of the sign-in page. */
export function signInPage(assets: Assets, language: Spoken): SignInPage {
  const page = signInPages.get(language) ?? {
    script: readFileSync(new URL('./sign-in.js', import.meta.url), 'utf8').trim(),
    next: scriptsOf(assets, idsLike(assets, HOME_ROUTES)),
  };
  signInPages.set(language, page);
  return page;
}

export const SERVICE_WORKER = '/sw.js';

/**
 * The routes of the driver's page, its dialogs and the logout, whose files the service worker caches at once. It caches
 * other files when they are first loaded.
 */
const KEPT_ROUTES = /^(root|routes\/_app|routes\/_app\.driver.*|routes\/logout)$/;

type Answer = (response: ServerResponse) => Promise<void>;

export function serviceWorker({ assets }: Pick<ServerBuild, 'assets'>): Answer {
  const filesIn = (language: Spoken) => [
    ...scriptsOf(assetsIn(language, assets), idsLike(assets, KEPT_ROUTES)),
    ...(cssBundleHref ? [cssBundleHref] : []),
  ];
  const spoken = ['en', ...Object.keys(languages())].filter(
    (each): each is Spoken => isLanguage(each) || env.TEST_LANGUAGES === 'on',
  );
  const files = Object.fromEntries(spoken.map((language) => [language, filesIn(language)]));
  const changed = spoken.map((language): [Spoken, string] => [
    language,
    inLanguage(language, () => notices.somethingChanged),
  ]);
  const constants = Object.entries({ FILES: files, CHANGED: Object.fromEntries(changed) })
    .map(([name, value]) => `const ${name}=${JSON.stringify(value)};`)
    .join('');
  let script: Promise<string> | undefined;
  const read = async () => {
    const program = await readFile(new URL('./service-worker.js', import.meta.url), 'utf8');
    const version = createHash('sha256').update(assets.version).update(program).digest('hex').slice(0, 16);
    return `const VERSION=${JSON.stringify(version)};${constants}\n${program}`;
  };
  return async (response) => {
    script ??= read();
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    response.setHeader('Cache-Control', 'no-cache');
    // The policy limits the requests of the worker.
    response.setHeader('Content-Security-Policy', "default-src 'self'");
    response.end(await script);
  };
}
