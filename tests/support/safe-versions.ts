/**
 * The versions below which packages of ours have known holes, as the registry's audit can't be asked everywhere. A package may
 * have several lines, each with its own first good version. Add a line when an advisory appears; `npm test` then says who has to move.
 */
export const SAFE_VERSIONS: Record<string, { from: string[]; why: string }> = {
  '@remix-run/server-runtime': { from: ['2.17.3'], why: 'CVE-2026-22030: cross-site posts to page actions' },
  '@remix-run/node': { from: ['2.17.2'], why: 'CVE-2025-61686: session files outside of their folder' },
  '@remix-run/react': { from: ['2.17.4'], why: 'GHSA-8v8x-cx79-35w7: script in ScrollRestoration' },
  '@remix-run/router': { from: ['1.23.2'], why: 'CVE-2026-22029: script by an open redirect' },
  'react-router': { from: ['6.30.3'], why: 'CVE-2026-22029' },
  'react-router-dom': { from: ['6.30.3'], why: 'CVE-2026-22029' },
  '@conform-to/dom': { from: ['1.1.1'], why: 'CVE-2024-32866: prototype pollution by names of fields' },
  '@conform-to/zod': { from: ['1.1.1'], why: 'CVE-2024-32866' },
  sequelize: { from: ['6.37.8'], why: 'CVE-2026-30951: SQL by the type of a JSON path' },
  pg: { from: ['8.0.0'], why: 'CVE-2017-16082: code by names of columns, in every line before' },
  ws: { from: ['7.5.10', '8.17.1'], why: 'CVE-2024-37890: an end by very many headers' },
  cookie: { from: ['0.7.0'], why: 'CVE-2024-47764: characters out of bounds in names and paths' },
  compression: { from: ['1.8.1'], why: 'CVE-2025-7339 of on-headers' },
  'on-headers': { from: ['1.1.0'], why: 'CVE-2025-7339: headers of answers changed by mistake' },
  sharp: { from: ['0.32.6'], why: 'CVE-2023-4863: libwebp writes beyond its memory' },
  zod: { from: ['3.22.3'], why: 'CVE-2023-4316: an e-mail address that takes for ever' },
  undici: { from: ['6.21.2'], why: 'CVE-2025-22150, CVE-2025-47279: guessable boundaries, a leak' },
  lodash: { from: ['4.17.21'], why: 'CVE-2021-23337, CVE-2020-28500' },
  validator: { from: ['13.15.20'], why: 'CVE-2025-56200: addresses of scripts pass as web addresses' },
  moment: { from: ['2.29.4'], why: 'CVE-2022-31129: quadratic time' },
  'moment-timezone': { from: ['0.5.35'], why: 'GHSA-56x4-j7p9-fcf9' },
  semver: { from: ['5.7.2', '6.3.1', '7.5.2'], why: 'CVE-2022-25883: quadratic time' },
  '@babel/runtime': { from: ['7.26.10'], why: 'CVE-2025-27789: quadratic time in replacements' },
  dottie: { from: ['2.0.4'], why: 'CVE-2023-26132: prototype pollution' },
  debug: { from: ['2.6.9', '3.1.0', '4.3.1'], why: 'CVE-2017-16137: quadratic time' },
  vite: {
    from: ['5.4.21', '6.4.1'],
    why: 'CVE-2025-62522: files outside of the served folder (development)',
  },
  braces: { from: ['3.0.3'], why: 'CVE-2024-4068: memory by unbalanced braces (development)' },
  micromatch: { from: ['4.0.8'], why: 'CVE-2024-4067: quadratic time (development)' },
  'cross-spawn': { from: ['6.0.6', '7.0.5'], why: 'CVE-2024-21538: quadratic time (development)' },
  nanoid: { from: ['3.3.8'], why: 'CVE-2024-55565: ids that can be foretold (development)' },
  rollup: { from: ['2.79.2', '3.29.5', '4.22.4'], why: 'CVE-2024-47068: script in bundles (development)' },
  playwright: {
    from: ['1.55.1'],
    why: 'CVE-2025-59288: downloads without a check of the certificate (development)',
  },
  'form-data': {
    from: ['2.5.4', '3.0.4', '4.0.4'],
    why: 'CVE-2025-7783: guessable boundaries (development)',
  },
};
