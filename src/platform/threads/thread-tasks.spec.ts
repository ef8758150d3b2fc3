import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '#platform/config/project-root';

/** Loads modules in a thread and reports the files that this loaded. */
const LOADED = `
  const { parentPort, workerData } = require('node:worker_threads');
  for (const module of workerData) require(module);
  parentPort.postMessage(Object.keys(require.cache));`;

describe('thread tasks', () => {
  it('load without Nest and RxJS, which take longer to load than everything else', async () => {
    const sources = join(projectRoot(), 'dist', 'src');
    const tasks = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.task.js'));
    expect(tasks.length).toBeGreaterThan(3);
    const worker = new Worker(LOADED, { eval: true, execArgv: [], workerData: tasks.map((file) => join(sources, file)) });
    const files = await new Promise<string[]>((loaded, failed) => {
      worker.once('message', loaded);
      worker.once('error', failed);
    });
    expect(files.filter((file) => /node_modules\/(@nestjs|rxjs)\//.test(file))).toEqual([]);
  });
});
