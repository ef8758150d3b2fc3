/** Unit specs lie beside the source; everything under test/ drives the service over HTTP on an embedded PostgreSQL. */
module.exports = {
  rootDir: '.',
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.e2e-spec.ts'],
  transform: { '^.+\\.[cm]?[tj]s$': '@swc/jest' },
  transformIgnorePatterns: [
    'node_modules/(?!(@nestjs|file-type|strtok3|token-types|@tokenizer|@borewit|uint8array-extras|ansis|jose|uuid|oauth4webapi|openid-client)/)',
  ],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
  setupFiles: ['reflect-metadata'],
  testTimeout: 30_000,
  maxWorkers: 2,
};
