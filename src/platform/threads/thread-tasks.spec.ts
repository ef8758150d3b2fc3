import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { reportOfThread } from './report-of-thread.fixture';

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
    const files = await reportOfThread(
      LOADED,
      tasks.map((file) => join(sources, file)),
    );
    expect(files.filter((file) => /node_modules\/(@nestjs|rxjs)\//.test(file))).toEqual([]);
  });
});
