/** The dependency rules between folders. `npm run check -- boundaries` checks them. */

/** Modules that pages import in the browser by URL: /docs/client is the built client, /docs/page is shared by pages. */
const SERVED = '^\\.\\./(?:client/index|page/session)\\.js$';

/** The platform's folders: each may use those before it. The status filter and the module at the platform's root use them all. */
const PLATFORM_ORDER = [
  'time',
  'names',
  'config',
  'errors',
  'identity',
  'domains',
  'encryption',
  'tracing',
  'logging',
  'metrics',
  'threads',
  'redis',
  'database',
  'audit',
  'jobs',
  'events',
  'embedded-postgres',
  'http',
  'web-pages',
  'fields',
  'auth',
  'paging',
  'filters',
  'import',
  'export',
  'operations',
  'rate-limit',
  'health',
  'oauth',
  'openapi',
  'mcp',
];

/** Folders of a module that several of its operations use. Every other folder of a module is one operation. */
const SHARED_FOLDERS = [
  'answer-page',
  'checks',
  'delivering',
  'detection',
  'enrichment',
  'formats',
  'graph-page',
  'importing',
  'portfolio-page',
  'scanning',
  'search',
  'signatures',
  'templates',
];
const OPERATION = `(?!(?:${SHARED_FOLDERS.join('|')})/)[^/]+`;
const OPERATION_FOLDER = `^src/modules/[^/]+/${OPERATION}/`;

const platformOrder = PLATFORM_ORDER.map((folder, index) => ({
  name: `platform-order-${folder}`,
  comment: `platform/${folder} may use only what stands before it in PLATFORM_ORDER.`,
  severity: 'error',
  from: { path: `^src/platform/${folder}/` },
  to: { path: '^src/platform/', pathNot: `^src/platform/(?:${PLATFORM_ORDER.slice(0, index + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...platformOrder,
    {
      name: 'no-cycles-between-folders',
      comment: 'Modules and other rooms form a hierarchy, types included.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(?:src/modules/[^/]+|src/admin|src/server|src/shared|bench|trials|test)$' },
      to: { circular: true },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one thought, or a third file is missing. Types may point back.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'platform-knows-no-module',
      comment: 'Modules stand on the platform, never the other way round.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/(?:modules|admin|server|shared)/|^src/[^/]+\\.ts$' },
    },
    {
      name: 'modules-know-no-command',
      comment: 'Admin commands use modules; modules do not know that there is a command line.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/(?:admin|server)/|^src/[^/]+\\.ts$' },
    },
    {
      name: 'operations-of-a-module-are-its-own',
      comment: "Another module's root files may be used; its operation folders may not. What two modules need moves up to the root.",
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: OPERATION_FOLDER, pathNot: '^src/modules/$1/' },
    },
    {
      name: 'operations-stand-alone',
      comment: 'Operation folders never import each other; what two need moves up to the module.',
      severity: 'error',
      from: { path: `^src/modules/([^/]+)/(${OPERATION})/` },
      to: { path: OPERATION_FOLDER, pathNot: '^src/modules/$1/$2/' },
    },
    {
      name: 'entities-know-no-dto',
      comment: 'A table does not depend on how it is shown.',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: { path: '\\.dto\\.ts$' },
    },
    {
      name: 'handlers-know-no-http',
      comment: 'Queries and commands also run for MCP tools and for the command line.',
      severity: 'error',
      from: { path: '\\.(?:query|command)\\.ts$' },
      to: { path: '(?:^|/)node_modules/(?:@types/)?express|node_modules/@nestjs/(?:swagger|platform-express)' },
    },
    {
      name: 'filters-and-domains-are-pure',
      comment: 'Pure cores: no database, no Nest, no settings. SqlParams only counts placeholders; pg-errors only tells errors apart.',
      severity: 'error',
      from: { path: '^src/platform/(?:filters|domains)/', pathNot: '\\.(?:spec|dto)\\.ts$' },
      to: {
        path: '^src/platform/(?:database|auth|operations|config)/|node_modules/@nestjs/(?!swagger)',
        pathNot: '^src/platform/database/(?:sql-params|pg-errors)\\.ts$',
      },
    },
    {
      name: 'shared-knows-no-module',
      comment: 'Words that several modules share: enumerations, the view. They stand on the platform alone.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/', pathNot: '^src/(?:shared|platform)/' },
    },
    {
      name: 'production-knows-no-test',
      severity: 'error',
      from: { path: '^(?:src|migrations)/', pathNot: '\\.(?:spec|fixture)\\.ts$' },
      to: { path: '^test/|\\.(?:spec|fixture)\\.ts$' },
    },
    {
      name: 'declared-dependencies-only',
      comment: 'What ships is in "dependencies".',
      severity: 'error',
      from: { path: '^(?:src|migrations)/', pathNot: '\\.(?:spec|fixture)\\.ts$' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: SERVED,
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: SERVED },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.cts', '.mts', '.js', '.cjs', '.mjs', '.json', '.d.ts'],
    },
  },
};
