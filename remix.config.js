/** @type {import("@remix-run/dev").AppConfig} */
export default {
  server: './server.ts',
  serverBuildPath: 'build/index.js',
  serverModuleFormat: 'esm',
  serverPlatform: 'node',
  serverMinify: false,
  ignoredRouteFiles: ['**/.*', '**/*.css.ts'],
  watchPaths: ['./db'],
  // Sent as plain modules: bundling them keeps one copy of React and no CommonJS interop at run time.
  serverDependenciesToBundle: [/^remix-utils/, /^remix-auth/, /^@conform-to/, /^@radix-ui/, /^zod/],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
};
