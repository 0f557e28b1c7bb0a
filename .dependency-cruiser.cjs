/** Which folder may import which: see "Layers" in docs/architecture.md. */
const server = '\\.server\\.tsx?$';
/** Their loader and action are removed before they reach the browser, and with them the server files they import. */
const routeModules = '^app/routes/([^/]+|[^/]+/route)\\.tsx?$';
const onlyTypes = { dependencyTypesNot: ['type-only'] };

/** `from` may not import `to`. */
const never = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    never('no-circles', {}, { circular: true }),
    never('db-imports-nothing-of-app', { path: '^db/' }, { path: '^(app/|server\\.ts)' }),
    never(
      'only-domain-and-live-use-db',
      { path: '^app/', pathNot: '^app/(domain|live)/.*' + server },
      { path: '^db/', ...onlyTypes },
    ),
    never(
      'domain-knows-no-web',
      { path: '^app/domain/' },
      { path: ['^app/(routes|http|live|ui|forms|components)/', 'node_modules/(react|@remix-run|ws)/'] },
    ),
    never(
      'no-server-code-in-the-browser',
      { path: '^app/', pathNot: [server, routeModules, '^app/entry\\.server\\.tsx$'] },
      { path: [server, '^db/'], ...onlyTypes },
    ),
    never('ui-imports-ui-only', { path: '^app/ui/' }, { path: '^(app/(?!ui/)|db/)' }),
    never('http-imports-domain-only', { path: '^app/http/' }, { path: '^app/(routes|ui|components|live)/' }),
    never('live-imports-domain-only', { path: '^app/live/' }, { path: '^app/(routes|ui|components|http)/' }),
    never('components-never-import-routes', { path: '^app/components/' }, { path: '^app/(routes|live)/' }),
    never(
      'remix-on-the-server-only-at-the-edge',
      {
        path: '^app/',
        pathNot: ['^app/((routes|forms|http)/|root\\.tsx$|entry\\.)', '^app/components/.*' + server],
      },
      { path: 'node_modules/@remix-run/(?!react/)' },
    ),
    never(
      'remix-in-the-browser-only-in-what-is-shown',
      {
        path: '^(app|db)/',
        pathNot: '^app/((routes|forms|http|components|ui)/|live/use-live\\.ts$|[^/]+\\.tsx$)',
      },
      { path: 'node_modules/@remix-run/react/' },
    ),
    never('tests-stay-out', { path: '^(app|db|server\\.ts)' }, { path: '^tests/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
