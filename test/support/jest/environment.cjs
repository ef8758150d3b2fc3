const { TestEnvironment } = require('jest-environment-node');

/** The globals of the worker itself instead of a sandbox: see runtime.cjs. */
module.exports = class extends TestEnvironment {
  #before = new Set(Object.getOwnPropertySymbols(globalThis));

  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
  }

  /** Jest keeps the state of a file under symbols of the global object. The next file starts without it. */
  async teardown() {
    await super.teardown();
    const added = Object.getOwnPropertySymbols(globalThis).filter((symbol) => !this.#before.has(symbol));
    for (const symbol of added) Reflect.deleteProperty(globalThis, symbol);
  }
};
