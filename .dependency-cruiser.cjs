/** Who may import whom. Screens stand on rules, rules stand on tables; nothing below knows who called it. */
const server = '\\.server\\.tsx?$';

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'db-is-the-ground',
      severity: 'error',
      from: { path: '^db/' },
      to: { path: '^(app/|server\\.ts)' },
    },
    {
      name: 'only-domain-and-live-touch-db',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/(domain|live)/.*' + server },
      to: { path: '^db/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-knows-no-web',
      severity: 'error',
      from: { path: '^app/domain/' },
      to: { path: ['^app/(routes|http|live|ui|parts)/', 'node_modules/(react|@remix-run|ws)/'] },
    },
    {
      name: 'pure-domain-stays-pure',
      severity: 'error',
      from: { path: '^app/domain/', pathNot: server },
      to: { path: server, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^app/ui/' },
      to: { path: '^(app/(?!ui/)|db/)' },
    },
    {
      name: 'http-stands-on-domain',
      severity: 'error',
      from: { path: '^app/http/' },
      to: { path: '^app/(routes|ui|parts|live)/' },
    },
    {
      name: 'live-stands-on-domain',
      severity: 'error',
      from: { path: '^app/live/' },
      to: { path: '^app/(routes|ui|parts|http)/' },
    },
    {
      name: 'parts-are-below-routes',
      severity: 'error',
      from: { path: '^app/parts/' },
      to: { path: '^app/(routes|live)/' },
    },
    {
      name: 'tests-stay-out',
      severity: 'error',
      from: { path: '^(app|db|server\\.ts)' },
      to: { path: '^tests/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
