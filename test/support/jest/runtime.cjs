const { createRequire } = require('node:module');
const { dirname, join, relative, resolve } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '..', '..', '..');
const BUILT = /^(?:src|migrations|bench)[\\/].*(?<!\.json)$/;
const HELPER = /^test[\\/]support[\\/]/;
const helpers = new Map();

/**
 * The test or hook that runs now. Jest would keep it in an AsyncLocalStorage, a new one for each file, and Node.js then copies the values
 * of all of them to every promise: after a hundred files in one worker, an asynchronous call took seventy times as long. Specs run one
 * test at a time, so a plain variable says the same.
 */
class RunningTest {
  #store;

  getStore() {
    return this.#store;
  }

  async run(store, work) {
    const outer = this.#store;
    this.#store = store;
    try {
      return await work();
    } finally {
      this.#store = outer;
    }
  }
}

/**
 * Node loads the service and all packages: the compiled files, once per worker. Jest alone loads them again for every spec, which
 * takes longer than most specs run. Helpers in test/support are also loaded once: they keep no state of a spec, and one of them
 * compiles the schemas of all responses. So are the packages of Jest itself, such as expect. Jest still loads everything else anew
 * for each file.
 */
module.exports = class extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    // One realm for specs and service: a Date or an Error of the one is a Date or an Error to the other.
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireInternalModule(from, name) {
    if (name === 'node:async_hooks') return { AsyncLocalStorage: RunningTest };
    return name === undefined || name.startsWith('.') ? super.requireInternalModule(from, name) : createRequire(from)(name);
  }

  requireModuleOrMock(from, name) {
    if (!name.startsWith('.')) return createRequire(from)(name);
    const path = relative(ROOT, resolve(dirname(from), name));
    if (BUILT.test(path)) return require(join(ROOT, 'dist', path));
    if (!HELPER.test(path)) return super.requireModuleOrMock(from, name);
    if (!helpers.has(path)) helpers.set(path, super.requireModuleOrMock(from, name));
    return helpers.get(path);
  }
};
