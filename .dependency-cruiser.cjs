/** Which folder may import which: see "Layers" in docs/architecture.md. */
const server = '\\.server\\.tsx?$';
/** Their loader and action are removed before they reach the browser, and with them the server files they import. */
const routeModules = '^app/routes/([^/]+|[^/]+/route)\\.tsx?$';
const onlyTypes = { dependencyTypesNot: ['type-only'] };

/** `from` may not import `to`. */
const never = (name, from, to) => ({ name, severity: 'error', from, to });

/**
 * The rooms of each folder, lowest first: a room imports only from rooms before it. A dot stands for the files beside
 * the rooms. A new room is written into its list first.
 */
const ROOMS = {
  app: [
    'lib',
    'words',
    'process',
    'domain',
    'live',
    'ui',
    'http',
    'forms',
    'components',
    'modules',
    'program',
    'service-worker',
    'routes',
    '.',
  ],
  'app/domain': [
    'kernel',
    'platform',
    'geography',
    'network',
    'tasks',
    'scheduling',
    'tracking',
    'customers',
    'intake',
    'views',
    'administration',
  ],
  'app/domain/platform': ['.', 'jobs', 'sync', 'audit', 'pictures'],
  'app/domain/geography': ['.', 'region', 'streets', 'geocoding', 'roads'],
  'app/domain/network': ['settings', 'dealerships', 'accounts', 'account-import', 'users', 'shifts', 'runs'],
  'app/domain/tasks': [
    'model',
    'store',
    'events',
    'ordering',
    'evidence',
    'activity',
    'runs',
    'lifecycle',
    'undo',
  ],
  'app/domain/scheduling': ['route-optimizer', 'timetable', 'arrivals', 'route-order', 'candidates', 'runs'],
  'app/domain/customers': ['where', 'links', 'messages'],
  'app/domain/intake': ['reading', 'layouts', 'reader', 'inbox', 'ways', 'demo'],
  'app/domain/views': ['map', 'board', 'runs', 'task-form'],
  'app/domain/administration': ['system', 'users'],
  'app/modules': [
    '.',
    'backups',
    'day-plans',
    'doctor',
    'history',
    'move-in',
    'push',
    'region-builder',
    'retention',
    'set-up',
    'webhooks',
  ],
  'app/http': ['.', 'openapi', 'listener', 'server'],
  'app/components': [
    '.',
    'page',
    'board',
    'accounts',
    'address-manager',
    'administration',
    'map',
    'offline',
    'photos',
    'task-card',
    'task-list',
    'task-form',
    'contacts',
    'first-steps',
    'going-stop',
    'inbox',
    'positions',
    'proof',
    'route-panel',
    'runs',
    'shifts',
    'stop-order',
  ],
  db: ['migrations', 'models', '.', 'demo'],
  'tests/support': ['contract', '.', 'acts'],
};
/** The files of these rooms. */
const inside = (place, rooms) =>
  rooms.map((room) => (room === '.' ? `^${place}/[^/]+$` : `^${place}/${room}/`));
const order = Object.entries(ROOMS).flatMap(([place, rooms]) => [
  never(`${place}: rooms in the list only`, {}, { path: `^${place}/`, pathNot: inside(place, rooms) }),
  never(
    `${place}: rooms in the list only, used or not`,
    { path: `^${place}/`, pathNot: inside(place, rooms) },
    {},
  ),
  ...rooms
    .slice(0, -1)
    .map((room, floor) =>
      never(
        `${place}/${room} uses lower rooms only`,
        { path: inside(place, [room]) },
        { path: inside(place, rooms.slice(floor + 1)) },
      ),
    ),
]);

module.exports = {
  forbidden: [
    ...order,
    never('no-circles', {}, { circular: true }),
    { ...never('no-circles-of-folders', {}, { circular: true }), scope: 'folder' },
    // The program runs without each of them: see app/modules/module.ts.
    never(
      'the-core-names-no-module',
      { path: '^(app|db)/', pathNot: '^app/(modules|program|routes)/' },
      { path: '^app/(modules|program)/' },
    ),
    never(
      'a-module-imports-no-other',
      { path: '^app/modules/([^/]+)/' },
      { path: '^app/modules/[^/]+/', pathNot: '^app/modules/$1/' },
    ),
    never('lib-imports-nothing', { path: '^app/lib/' }, { path: '^(db/|server\\.ts)' }),
    // The names of statuses are those of their labels.
    never(
      'db-imports-nothing-of-app',
      { path: '^db/' },
      { path: '^(app/(?!lib/)|server\\.ts)', pathNot: '^app/words/en/labels\\.ts$' },
    ),
    never(
      'only-domain-and-live-use-db',
      { path: '^app/', pathNot: '^app/(domain|live|modules|program)/.*' + server },
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
    // Times are shown by the rules of the kernel, which are pure, and texts are in the reader's language.
    never(
      'ui-imports-ui-only',
      { path: '^app/ui/' },
      { path: '^(app/(?!ui/)|db/)', pathNot: '^app/(domain/kernel/time\\.ts$|words/)' },
    ),
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
        pathNot: '^app/((routes|forms|http|components|modules|ui)/|live/use-live\\.ts$|[^/]+\\.tsx$)',
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
