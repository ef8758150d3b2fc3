/** Which room may use which. `npm run boundaries` proves it. */
const OPERATION_FOLDER = '^src/modules/[^/]+/(?:add|bulk|create|delete|flag|get|import|record|remove|send|submit|update)-';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
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
      to: { path: '^src/(?:modules|admin)/|^src/[^/]+\\.ts$' },
    },
    {
      name: 'modules-know-no-command',
      comment: 'Admin commands use modules; modules do not know that there is a command line.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/admin/|^src/[^/]+\\.ts$' },
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
      from: { path: '^src/modules/([^/]+)/((?:add|bulk|create|delete|flag|get|import|record|remove|send|submit|update)-[^/]+)/' },
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
      comment: 'Pure cores: no database, no Nest, no settings.',
      severity: 'error',
      from: { path: '^src/platform/(?:filters|domains)/', pathNot: '\\.(?:spec|dto)\\.ts$' },
      to: { path: '^src/platform/(?:database|auth|operations|config)/|node_modules/@nestjs/(?!swagger)' },
    },
    {
      name: 'errors-are-known-to-all',
      comment: 'The error family depends on nothing; only its filter, the last in the chain, knows the rooms around it.',
      severity: 'error',
      from: { path: '^src/platform/errors/', pathNot: '\\.filter\\.ts$' },
      to: { path: '^src/', pathNot: '^src/platform/errors/' },
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
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
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
