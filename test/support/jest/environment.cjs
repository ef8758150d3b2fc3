const { TestEnvironment } = require('jest-environment-node');
const openFileDatabase = require('./file-database.cjs');

/** Where expect keeps its matchers. It is loaded once per worker. */
const MATCHERS = Symbol.for('$$jest-matchers-object');

/** The globals of the worker itself instead of a sandbox (see runtime.cjs), and a database for each file of a project that has one. */
module.exports = class extends TestEnvironment {
  #before = new Set(Object.getOwnPropertySymbols(globalThis));
  #console = globalThis.console;
  #hasDatabase;
  #dropDatabase;

  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.#hasDatabase = config.projectConfig.testEnvironmentOptions.database;
  }

  async setup() {
    await super.setup();
    if (this.#hasDatabase) this.#dropDatabase = await openFileDatabase();
  }

  /** Jest keeps the state of a file under symbols of the global object, and puts the file's console there. The next file, and Jest itself, go on without them. */
  async teardown() {
    await this.#dropDatabase?.();
    await super.teardown();
    const added = Object.getOwnPropertySymbols(globalThis).filter((symbol) => symbol !== MATCHERS && !this.#before.has(symbol));
    for (const symbol of added) Reflect.deleteProperty(globalThis, symbol);
    globalThis.console = this.#console;
  }
};
