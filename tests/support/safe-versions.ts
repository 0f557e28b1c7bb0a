/**
 * The first versions of packages without known holes, because the registry's audit is not available everywhere. A
 * package may have several lines, each with its own first good version. Add a line when an advisory appears. `npm
 * test` then names the packages to update.
 */
export const SAFE_VERSIONS: Record<string, { from: string[]; why: string }> = {
  '@remix-run/server-runtime': {
    from: ['2.17.5'],
    why: 'CVE-2026-22030, GHSA-84g9-w2xq-vcv6: cross-site writes to page actions; CVE-2026-42342: a list of routes without end',
  },
  '@remix-run/node': { from: ['2.17.2'], why: 'CVE-2025-61686: session files outside of their folder' },
  '@remix-run/react': { from: ['2.17.4'], why: 'GHSA-8v8x-cx79-35w7: script in ScrollRestoration' },
  '@remix-run/router': {
    from: ['1.23.4'],
    why: 'CVE-2026-22029, GHSA-jjmj-jmhj-qwj2: script by an open redirect; CVE-2026-40181: a path with two slashes leads to another site',
  },
  'react-router': { from: ['6.30.6'], why: 'CVE-2026-22029, GHSA-jjmj-jmhj-qwj2, CVE-2026-40181' },
  'react-router-dom': { from: ['6.30.6'], why: 'CVE-2026-22029, GHSA-jjmj-jmhj-qwj2, CVE-2026-40181' },
  '@conform-to/dom': { from: ['1.1.1'], why: 'CVE-2024-32866: prototype pollution by names of fields' },
  '@conform-to/zod': { from: ['1.1.1'], why: 'CVE-2024-32866' },
  sequelize: { from: ['6.37.8'], why: 'CVE-2026-30951: SQL by the type of a JSON path' },
  pg: { from: ['8.0.0'], why: 'CVE-2017-16082: code by names of columns, in every line before' },
  ws: {
    from: ['7.5.11', '8.21.0'],
    why: 'CVE-2024-37890: an end by very many headers; CVE-2026-45736: memory that was not cleared; CVE-2026-48779: memory by tiny fragments',
  },
  cookie: { from: ['0.7.0'], why: 'CVE-2024-47764: characters out of bounds in names and paths' },
  compression: { from: ['1.8.1'], why: 'CVE-2025-7339 of on-headers' },
  'on-headers': { from: ['1.1.0'], why: 'CVE-2025-7339: headers of answers changed by mistake' },
  sharp: { from: ['0.32.6'], why: 'CVE-2023-4863: libwebp writes beyond its memory' },
  zod: { from: ['3.22.3'], why: 'CVE-2023-4316: an e-mail address that takes for ever' },
  undici: {
    from: ['6.24.0'],
    why: 'CVE-2025-22150, CVE-2025-47279: guessable boundaries, a leak; CVE-2026-22036: encodings without end; CVE-2026-1525 to 1528, 2229: smuggled requests, an end by a socket',
  },
  lodash: {
    from: ['4.18.0'],
    why: 'CVE-2021-23337, CVE-2020-28500; CVE-2025-13465, CVE-2026-2950: methods deleted from prototypes',
  },
  validator: { from: ['13.15.20'], why: 'CVE-2025-56200: addresses of scripts pass as web addresses' },
  moment: { from: ['2.29.4'], why: 'CVE-2022-31129: quadratic time' },
  'moment-timezone': { from: ['0.5.35'], why: 'GHSA-56x4-j7p9-fcf9' },
  semver: { from: ['5.7.2', '6.3.1', '7.5.2'], why: 'CVE-2022-25883: quadratic time' },
  '@babel/runtime': { from: ['7.26.10'], why: 'CVE-2025-27789: quadratic time in replacements' },
  dottie: { from: ['2.0.4'], why: 'CVE-2023-26132: prototype pollution' },
  debug: { from: ['2.6.9', '3.1.0', '4.3.1'], why: 'CVE-2017-16137: quadratic time' },
  vite: {
    from: ['5.4.21', '6.4.2'],
    why: 'CVE-2025-62522, CVE-2026-39365: files outside of the served folder (development)',
  },
  braces: { from: ['3.0.3'], why: 'CVE-2024-4068: memory by unbalanced braces (development)' },
  micromatch: { from: ['4.0.8'], why: 'CVE-2024-4067: quadratic time (development)' },
  'cross-spawn': { from: ['6.0.6', '7.0.5'], why: 'CVE-2024-21538: quadratic time (development)' },
  nanoid: { from: ['3.3.8'], why: 'CVE-2024-55565: ids that can be foretold (development)' },
  rollup: {
    from: ['2.80.0', '3.30.0', '4.59.0'],
    why: 'CVE-2024-47068: script in bundles; CVE-2026-27606: files outside of the folder (development)',
  },
  minimatch: {
    from: ['3.1.4', '9.0.7', '10.2.3'],
    why: 'CVE-2026-26996, CVE-2026-27903, CVE-2026-27904: exponential time (development)',
  },
  picomatch: {
    from: ['2.3.2', '4.0.4'],
    why: 'CVE-2026-33671, CVE-2026-33672: quadratic time, prototypes (development)',
  },
  playwright: {
    from: ['1.55.1'],
    why: 'CVE-2025-59288: downloads without a check of the certificate (development)',
  },
  'form-data': {
    from: ['2.5.4', '3.0.4', '4.0.4'],
    why: 'CVE-2025-7783: guessable boundaries (development)',
  },
};

/**
 * Packages with published holes that no installable version has closed, because Remix 2 requires exactly these.
 * `docs/security.md` gives the reason why each cannot be used against us. Remove a line when its package is above
 * `until`.
 */
export const WITHOUT_FIX: { name: string; until: string; advisory: string }[] = [
  { name: 'react-router', until: '7.18.0', advisory: 'CVE-2026-53669' },
  { name: 'react-router', until: '7.18.0', advisory: 'CVE-2026-53666' },
  { name: '@remix-run/server-runtime', until: '7.18.0', advisory: 'CVE-2026-55685' },
  { name: 'turbo-stream', until: '3.0.0', advisory: 'CVE-2026-34077' },
  { name: 'turbo-stream', until: '3.0.0', advisory: 'GHSA-49rj-9fvp-4h2h' },
  { name: 'uuid', until: '11.1.1', advisory: 'CVE-2026-41907' },
];
