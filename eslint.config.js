import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import ts from 'typescript-eslint';
import { STATUS_WORDS } from './scripts/status-words.mjs';

/** Part of every list of `no-restricted-syntax`: the last list for a file replaces those before. */
const SPREAD_LITERAL = {
  selector:
    ':matches(ObjectExpression > SpreadElement, JSXSpreadAttribute) > ObjectExpression, SpreadElement > ArrayExpression',
  message: 'A literal in a literal only saves lines: write its parts one by one.',
};

const FORMER_WORDS = JSON.parse(
  readFileSync(new URL('./scripts/former-words.json', import.meta.url), 'utf8'),
);

/** Texts that people read use one word for one thing. */
const ONE_WORD = FORMER_WORDS.flatMap(({ former, instead }) =>
  ['Literal[value', 'TemplateElement[value.raw', 'JSXText[value'].map((text) => ({
    selector: `${text}=/${former}/]`,
    message: `A former word. Here it is: ${instead} (scripts/former-words.json).`,
  })),
);

const PARSED_BY_SCHEMA = {
  selector:
    'CallExpression[callee.property.name=/^(safeP|p)arse(Async)?$/]:not([callee.object.name=/^(JSON|Date)$/])',
  message: 'The input is parsed by the schema of a command: see app/forms and app/http.',
};

/** Brackets and dollar signs in names of folders are special in patterns. */
const TRANSLATED = [
  ...['driver*', 'settings._index', 'settings.own-notifications', 'settings.tokens*', 'location'].map(
    (name) => `app/routes/_app.${name}/**/*.tsx`,
  ),
  'app/routes/_app.settings.system/{route,fact}.tsx',
  'app/routes/_app/{header,held-notice}.tsx',
  'app/routes/{auth,auth_.password,p.in.*}/**/*.tsx',
  'app/components/{going-stop,offline,photos,route-panel,stop-order,task-card}/*.tsx',
  'app/components/positions/{devices,trail,trail-drawn,trail-map.client,trail-recorder}.tsx',
  'app/modules/push/*.tsx',
  'app/components/board/dialog-trouble.tsx',
  'app/forms/no-access.tsx',
  'app/forms/zone-options.tsx',
  'app/ui/{cancel-or,clear-search,dialog,failure,print-button,shown-once,time,toast,toast-view}.tsx',
];

export default ts.config(
  {
    ignores: ['**/build/', 'dist/', '**/public/build/', 'node_modules/', '.cache/', 'data/', 'test-results/'],
  },
  js.configs.recommended,
  { rules: { 'no-restricted-syntax': ['error', SPREAD_LITERAL] } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Shapes are types here, and interfaces only where a library is to be extended.
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      // Remix answers by throwing a Response.
      '@typescript-eslint/only-throw-error': ['error', { allow: ['Response', 'TypedResponse'] }],
      // A promise may be an event handler's whole body, and a condition may guard against data from outside.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true, boolean: true } },
      ],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Settings are read in app/process/env.server.ts alone.',
        },
      ],
      'no-console': 'error',
    },
  },
  // Elsewhere nothing is a hook, whatever its name begins with.
  { files: ['db/**', 'app/**/*.server.ts', 'tests/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
  // Remix's types are extended where they are interfaces.
  {
    files: ['remix.env.d.ts'],
    rules: {
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    },
  },
  {
    files: ['**/*.tsx'],
    ...jsxA11y.flatConfigs.recommended,
  },
  {
    files: ['app/routes/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['../*'], message: 'Own folder with ./, the rest with ~/.' }] },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'db/*.ts', 'server.ts'],
    rules: { 'no-restricted-syntax': ['error', SPREAD_LITERAL, ...ONE_WORD, ...STATUS_WORDS] },
  },
  {
    files: ['app/routes/**', 'app/components/**', 'app/modules/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', SPREAD_LITERAL, PARSED_BY_SCHEMA, ...ONE_WORD, ...STATUS_WORDS],
    },
  },
  {
    // These files are translated: their texts are in app/words.
    files: TRANSLATED,
    rules: {
      'no-restricted-syntax': [
        'error',
        SPREAD_LITERAL,
        ...ONE_WORD,
        ...STATUS_WORDS,
        PARSED_BY_SCHEMA,
        ...[
          'JSXText[value=/^(?!\\s*Parts Dispatch).*\\p{L}{2}/su]',
          'JSXExpressionContainer > Literal[value=/\\p{L}{2}/u]',
          'JSXAttribute[name.name=/^(aria-label|alt|title|placeholder|label|hint|description|legend|pending)$/] > Literal[value=/\\p{L}{2}/u]',
        ].map((selector) => ({ selector, message: 'Texts are in app/words: see docs/translating.md.' })),
      ],
    },
  },
  {
    // The table of statuses, and their texts.
    files: ['app/domain/tasks/model/statuses.ts', 'app/words/**'],
    rules: { 'no-restricted-syntax': ['error', SPREAD_LITERAL, ...ONE_WORD] },
  },
  {
    // A browser keeps one list of what all rules with :has() may change, and goes by it with most changes of a page.
    files: ['app/**/*.css.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        SPREAD_LITERAL,
        ...[
          'TemplateElement:first-child[value.raw=/^:has/]',
          'TemplateLiteral:has(TemplateElement[value.raw=/:has/]) > TemplateElement[value.raw=/[ >~+][*:]/]',
          'Literal[value=/^:has|:has.*[ >~+][*:]/]',
        ].map((selector) => ({
          selector,
          message: 'A rule with :has() names what it styles: all elements are styled anew otherwise.',
        })),
      ],
    },
  },
  {
    // The live channel and unhandled rejections are told to the browser's console, as specified.
    files: ['app/live/use-live.ts', 'app/entry.client.tsx'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['app/process/env.server.ts', 'app/lib/time-limits.ts', 'tests/**', 'scripts/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  // Playwright reads the pattern to learn what a fixture needs: nothing, sometimes.
  {
    files: ['tests/support/browser.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  { files: ['tests/bench/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: globals.node },
  },
);
